// Finds entries of a page of the reference by their words, and takes the words along to its siblings. Without it the
// browser's own search serves.

const field = document.querySelector<HTMLInputElement>('#search');
const found = document.querySelector('#found');
const siblings = document.querySelectorAll<HTMLAnchorElement>('.siblings a');
const entries = [...document.querySelectorAll<HTMLElement>('.entry')].map((node) => ({ node, words: node.textContent.toLowerCase() }));

function search(text: string): void {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const entry of entries) {
    const fits = words.every((word) => entry.words.includes(word));
    entry.node.hidden = !fits;
    if (fits) count += 1;
  }
  for (const section of document.querySelectorAll<HTMLElement>('main > section')) {
    section.hidden = words.length > 0 && section.querySelector('.entry:not([hidden])') === null;
  }
  if (found) found.textContent = words.length === 0 ? '' : `${String(count)} of ${String(entries.length)} entries`;
  for (const link of siblings) link.search = words.length === 0 ? '' : new URLSearchParams({ find: words.join(' ') }).toString();
}

if (field) {
  field.closest('p')?.removeAttribute('hidden');
  field.value = new URLSearchParams(location.search).get('find') ?? '';
  search(field.value);
  field.addEventListener('input', () => {
    search(field.value);
  });
}
