// Finds entries of the reference by their words. Without it the browser's own search serves.

const field = document.querySelector<HTMLInputElement>('#search');
const found = document.querySelector('#found');
const entries = [...document.querySelectorAll<HTMLElement>('.entry')].map((node) => ({ node, words: node.textContent.toLowerCase() }));

function search(): void {
  const words = field?.value.toLowerCase().split(/\s+/).filter(Boolean) ?? [];
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
}

if (field) {
  field.closest('p')?.removeAttribute('hidden');
  field.addEventListener('input', search);
}
