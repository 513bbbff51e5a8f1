// The playground as a frame in another page: ?embed=transport,sentence shows these parts beside the plane, and pages of
// the origins in &hosts=https://a.example,https://b.example may send it messages. Others are not answered.
//
// A host sends { marginscope: 'apply', id, command } or { marginscope: 'describe', id }; the frame answers
// { marginscope: 'answer', id, refusal } or { marginscope: 'answer', id, description }, with what window.marginscope says; a playground
// that has stopped answers everything with a refusal.
// By itself it tells { marginscope: 'ready' } when it can be asked, and { marginscope: 'height', height } whenever the
// height in CSS pixels changes at which its parts and the plane have a good shape.

import type { Playground } from '../playground';
import { frameParts } from './parts';

const usualParts = frameParts.flatMap(({ id, usual }) => (usual ? [id] : [])).join(',');

/** Origins as they are compared, or the sentence that says which is none. */
function originsOf(text: string): string[] | string {
  const origins: string[] = [];
  for (const each of text.split(',').filter(Boolean)) {
    const address = URL.canParse(each) ? new URL(each) : null;
    if (address === null || !/^https?:$/.test(address.protocol) || address.href !== `${address.origin}/`) {
      return `The frame's hosts name “${each}”, which is no origin such as https://school.example; no page may send messages.`;
    }
    origins.push(address.origin);
  }
  return origins;
}

/** The origin of the page around the frame, where the browser tells it. */
function hostOrigin(): string | null {
  const around = (location as { ancestorOrigins?: DOMStringList }).ancestorOrigins?.[0];
  if (around !== undefined) return around;
  return URL.canParse(document.referrer) ? new URL(document.referrer).origin : null;
}

function connectHost(playground: Playground, origins: string[]): void {
  const host = hostOrigin();
  const mayHear = origins.filter((origin) => host === null || origin === host);
  const tell = (message: Record<string, unknown>) => {
    for (const origin of mayHear) parent.postMessage(message, origin);
  };
  addEventListener('message', ({ data, origin, source }: MessageEvent<unknown>) => {
    if (!origins.includes(origin) || source !== parent || typeof data !== 'object' || data === null) return;
    const { marginscope: what, id, command } = data as Record<string, unknown>;
    const answer = (message: Record<string, unknown>) => {
      parent.postMessage({ marginscope: 'answer', id, ...message }, origin);
    };
    if (what === 'apply') answer({ refusal: playground.apply(command) });
    else if (what === 'describe') answer(playground.fault === null ? { description: playground.describe() } : { refusal: playground.fault });
  });
  let height = 0;
  let isReady = false;
  playground.onFrame(() => {
    if (playground.app.frames() === 0) return;
    if (!isReady) tell({ marginscope: 'ready' });
    isReady = true;
    const wanted = playground.app.wanted_height();
    if (wanted === height) return;
    height = wanted;
    tell({ marginscope: 'height', height });
  });
}

export function connectFrame(playground: Playground, search: URLSearchParams): void {
  const asked = search.get('embed') ?? '';
  const refusal = playground.app.show_parts(asked === '' ? usualParts : asked);
  if (refusal !== null) {
    playground.app.show_parts(usualParts);
    playground.tell(refusal);
  }
  const origins = originsOf(search.get('hosts') ?? '');
  if (typeof origins === 'string') playground.tell(origins);
  else if (parent !== window && origins.length > 0) connectHost(playground, origins);
}
