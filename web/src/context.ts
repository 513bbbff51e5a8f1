// Dear ImGui's drawing code asks for the context's state before each frame, to restore it afterwards, and
// each such question waits until the graphics processor has finished what it was given. Nobody else draws with
// this context, so the first answers are as good as any: with them a frame never waits for the one before.

export function rememberContextState(canvas: HTMLCanvasElement): void {
  const context = canvas.getContext('webgl2');
  if (!context) return;
  const ask = context.getParameter.bind(context);
  const answers = new Map<number, unknown>();
  context.getParameter = (name: number): unknown => {
    if (!answers.has(name)) answers.set(name, ask(name));
    return answers.get(name);
  };
}
