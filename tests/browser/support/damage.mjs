// Files that do not arrive as they were built.

/** The files of the compiled core, as the page asks for them. */
export const core = {
  first: /\/marginscope-[^/]*\.wasm/,
  deferred: /\/marginscope\.deferred-[^/]*\.wasm/,
  laboratory: /\/laboratory-[^/]*\.wasm/,
};

/** What may happen to a file on its way: what comes of it, nothing where nobody answers. */
export const damages = {
  'is not there any more': () => ({ status: 404, body: Buffer.from('gone') }),
  'does not come': () => ({}),
  'is cut short': (body) => ({ status: 200, body: body.subarray(0, body.length - 1000) }),
  'has a bit turned': (body) => {
    const turned = Buffer.from(body);
    // A constant or a text, so that it is a program all the same.
    turned[turned.length - 100] ^= 1;
    return { status: 200, body: turned };
  },
};

/** What the page says of each. */
export const reasons = {
  'is not there any more': /could not be loaded: the server answers 404\./,
  'does not come': /could not be loaded: nobody answers\./,
  'is cut short': /could not be loaded: [\w.-]*\.wasm came damaged or cut short\./,
  'has a bit turned': /could not be loaded: [\w.-]*\.wasm came damaged or cut short\./,
};
