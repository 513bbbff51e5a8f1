// Files that do not arrive as they were built.

/** The files of the compiled core, as the page asks for them. */
export const core = {
  first: /\/marginscope-[^/]*\.wasm/,
  deferred: /\/marginscope\.deferred-[^/]*\.wasm/,
  laboratory: /\/laboratory-[^/]*\.wasm/,
};

/** What may happen to a file on its way. */
export const damages = {
  'is not there any more': (route) => route.fulfill({ status: 404, body: 'gone' }),
  'does not come': (route) => route.abort('connectionrefused'),
  'is cut short': async (route) => {
    const response = await route.fetch();
    const body = await response.body();
    await route.fulfill({ response, body: body.subarray(0, body.length - 1000) });
  },
  'has a bit turned': async (route) => {
    const response = await route.fetch();
    const body = Buffer.from(await response.body());
    // A constant or a text, so that it is a program all the same.
    body[body.length - 100] ^= 1;
    await route.fulfill({ response, body });
  },
};

/** What the page says of each. */
export const reasons = {
  'is not there any more': /could not be loaded: the server answers 404\./,
  'does not come': /could not be loaded: nobody answers\./,
  'is cut short': /could not be loaded: [\w.-]*\.wasm came damaged or cut short\./,
  'has a bit turned': /could not be loaded: [\w.-]*\.wasm came damaged or cut short\./,
};
