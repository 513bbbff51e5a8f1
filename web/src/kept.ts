// What the browser keeps for the next visit, where it lets the page keep anything; otherwise a choice lasts as
// long as the page is open.

const before = 'marginscope-';

export function kept(key: string): string | null {
  try {
    return localStorage.getItem(before + key);
  } catch {
    return null;
  }
}

/** False where nothing can be kept: the storage is full, or switched off. */
export function keep(key: string, value: string): boolean {
  try {
    localStorage.setItem(before + key, value);
    return true;
  } catch {
    return false;
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(before + key);
  } catch {
    // Storage is switched off.
  }
}

/** The keys that are in use, in their order. */
export function keptKeys(): string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(before))
      .map((key) => key.slice(before.length))
      .sort();
  } catch {
    return [];
  }
}

/** Calls back when another page of the site keeps something under this key. */
export function onKept(key: string, listener: (value: string) => void): void {
  addEventListener('storage', (event) => {
    if (event.key === before + key && event.newValue !== null) listener(event.newValue);
  });
}

/** Leaves something for the page that comes after this one in its tab, and nothing of before where it cannot: then false. */
export function leave(key: string, value: string): boolean {
  takeLeft(key);
  try {
    sessionStorage.setItem(before + key, value);
    return true;
  } catch {
    return false;
  }
}

/** What the page before this one has left. */
export function left(key: string): string | null {
  try {
    return sessionStorage.getItem(before + key);
  } catch {
    return null;
  }
}

/** The same; once. */
export function takeLeft(key: string): string | null {
  const value = left(key);
  if (value !== null) sessionStorage.removeItem(before + key);
  return value;
}
