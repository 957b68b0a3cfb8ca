import type { TokenKeeper, Tokens } from '../../contract/client/tokenTransport.ts';

/** Keeps the tokens of a session until the page closes. */
export function createMemoryTokens(): TokenKeeper {
  let current: Tokens | null = null;
  return {
    tokens: () => current,
    save: (tokens) => {
      current = tokens;
      return Promise.resolve();
    },
    clear: () => {
      current = null;
      return Promise.resolve();
    },
  };
}
