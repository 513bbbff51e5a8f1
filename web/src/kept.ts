// What the browser keeps for the next visit, where it lets the page keep anything; otherwise a choice lasts as
// long as the page is open.

export function kept(key: string): string | null {
  try {
    return localStorage.getItem(`marginscope-${key}`);
  } catch {
    return null;
  }
}

export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(`marginscope-${key}`, value);
  } catch {
    // Storage is switched off.
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(`marginscope-${key}`);
  } catch {
    // Storage is switched off.
  }
}
