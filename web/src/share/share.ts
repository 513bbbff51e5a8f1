// The scene to be handed out: its link, the link as a code to be scanned from the wall, and a frame for another page.

import './share.css';
import encodeQR from 'qr';
import { linkOf } from '../address';
import { element, newId, setHidden } from '../dom';
import { frameParts } from '../embed/parts';
import { saveScene } from '../files';
import { copyText } from '../messages';
import { button } from '../mirror/control';
import { nameOf, type Playground } from '../playground';
import { setSentence } from '../sentence';

const frameHeight = 560;

const svgNamespace = 'http://www.w3.org/2000/svg';

/** Black on white in every theme: that is what cameras look for. Null where the text is too long for a code. */
function codeOf(text: string): SVGElement | null {
  let rows: boolean[][];
  try {
    rows = encodeQR(text, 'raw', { ecc: 'low' });
  } catch {
    return null;
  }
  const svg = document.createElementNS(svgNamespace, 'svg');
  svg.setAttribute('viewBox', `0 0 ${String(rows.length)} ${String(rows.length)}`);
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', 'QR code of the link');
  svg.setAttribute('shape-rendering', 'crispEdges');
  const path = document.createElementNS(svgNamespace, 'path');
  path.setAttribute('d', rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${String(x)} ${String(y)}h1v1h-1z` : ''))).join(''));
  svg.append(path);
  return svg;
}

class ShareDialog {
  readonly node: HTMLDialogElement;
  readonly #playground: Playground;
  readonly #link = element('textarea', { readonly: true, rows: 2, spellcheck: false, 'aria-label': 'Link' });
  readonly #problem = element('p', { class: 'problem' });
  readonly #code = element('div', { class: 'code' });
  readonly #file = element('menu'); // in place of a link that is too long
  readonly #linked = element('div'); // what there is with a link alone
  readonly #coded = element('div'); // what there is with the code of a frame alone
  readonly #frameProblem = element('p', { class: 'problem', role: 'status' });
  readonly #frame = element('textarea', { readonly: true, rows: 4, spellcheck: false, 'aria-label': 'Code of the frame' });
  readonly #hosts = element('input', { type: 'text', autocomplete: 'off', spellcheck: false, placeholder: 'https://school.example' });
  readonly #boxes = frameParts.map(({ id, name, usual }) => {
    const box = element('input', { type: 'checkbox', id: newId('part'), checked: usual });
    return { id, box, label: element('label', { for: box.id }, box, ` ${name}`) };
  });

  constructor(playground: Playground) {
    this.#playground = playground;
    this.#hosts.id = newId('hosts');
    const hint = element('p', { id: newId('hint'), class: 'hint' }, 'Empty: none. Several are joined by commas.');
    this.#hosts.setAttribute('aria-describedby', hint.id);
    const write = () => {
      this.#writeFrame();
    };
    for (const { box } of this.#boxes) box.addEventListener('change', write);
    this.#hosts.addEventListener('input', write);
    const copy = (label: string, area: HTMLTextAreaElement, what: string) =>
      button(label, () => {
        this.node.close();
        void copyText(area.value, what);
      });
    this.node = element(
      'dialog',
      { id: 'share', 'aria-label': 'Share' },
      element('form', { method: 'dialog' }, element('button', {}, 'Close')),
      element('h2', {}, 'Share this scene'),
      this.#problem,
      this.#file,
      this.#linked,
    );
    this.#file.append(
      button('Save as a file', () => {
        this.node.close();
        saveScene(playground);
      }),
    );
    this.#coded.append(this.#frame, element('menu', {}, copy('Copy the code', this.#frame, 'Code of the frame')));
    this.#linked.append(
      element('p', {}, 'The link holds the whole scene with its iteration. Nothing is stored anywhere else.'),
      this.#code,
      this.#link,
      element('menu', {}, copy('Copy the link', this.#link, 'Link')),
      element('h3', {}, 'A frame for another page'),
      element('fieldset', {}, element('legend', {}, 'Beside the plane it shows'), ...this.#boxes.map(({ label }) => label)),
      element('p', {}, element('label', { for: this.#hosts.id }, 'Sites whose pages may send commands to the frame '), this.#hosts),
      hint,
      this.#frameProblem,
      this.#coded,
    );
    document.body.append(this.node);
  }

  open(): void {
    const { link, refusal } = linkOf(this.#playground);
    const code = refusal === null ? codeOf(link) : null;
    this.#link.value = link;
    this.#code.replaceChildren(...(code ? [code] : []));
    setHidden(this.#code, code === null);
    setHidden(this.#linked, refusal !== null);
    setHidden(this.#file, refusal === null);
    setSentence(this.#problem, refusal ?? (code ? '' : 'The link is too long for a QR code, which holds 2953 characters: fewer points, or a named problem, would do.'));
    setHidden(this.#problem, this.#problem.textContent === '');
    this.#writeFrame();
    this.node.showModal();
  }

  #writeFrame(): void {
    const address = new URL(location.href);
    const shown = this.#boxes.filter(({ box }) => box.checked).map(({ id }) => id);
    // Of no part at all the frame would show the usual ones.
    const hosts = this.#hosts.value.trim();
    address.search = `?embed=${shown.length > 0 ? shown.join(',') : ','}${hosts === '' ? '' : `&hosts=${encodeURIComponent(hosts)}`}`;
    address.hash = this.#playground.app.scene_text();
    const name = nameOf(this.#playground.describe());
    const frame = element('iframe', { src: address.href, title: `Marginscope: ${name}`, width: '100%', height: frameHeight, loading: 'lazy' });
    const refusal = this.#playground.linkRefusal(address.href);
    this.#frame.value = refusal === null ? frame.outerHTML : '';
    setSentence(this.#frameProblem, refusal ?? '');
    setHidden(this.#coded, refusal !== null);
  }
}

let dialog: ShareDialog | null = null;

export function openShare(playground: Playground): void {
  dialog ??= new ShareDialog(playground);
  dialog.open();
}
