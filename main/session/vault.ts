import type { Static } from 'typebox';
import type { SessionTokens } from '../../contract/schemas/users.ts';

export type Tokens = Static<typeof SessionTokens>;

/** Where the main process keeps the tokens of the session (D19). They never reach a window. */
export interface Vault {
  /** `memory`: there is no keychain. The session ends with the app. */
  readonly keptIn: 'keychain' | 'memory';
  tokens(): Tokens | null;
  save(tokens: Tokens): Promise<void>;
  clear(): Promise<void>;
}

/** Keeps the tokens until the app ends. */
export function createMemoryVault(): Vault {
  let kept: Tokens | null = null;
  return {
    keptIn: 'memory',
    tokens: () => kept,
    save: (tokens) => {
      kept = tokens;
      return Promise.resolve();
    },
    clear: () => {
      kept = null;
      return Promise.resolve();
    },
  };
}
