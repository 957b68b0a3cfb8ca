import type { Static } from 'typebox';
import type { CallInput, CallName, CallOutput } from '../api/index.ts';
import { ApiError } from '../errors.ts';
import type { SessionChange } from '../ipc.ts';
import type { Transport } from '../platform.ts';
import type { SessionTokens } from '../schemas/users.ts';
import { renewingTransport } from './renewingTransport.ts';

export type Tokens = Static<typeof SessionTokens>;

/** Where a shell keeps the tokens of its session (D64). */
export interface TokenKeeper {
  tokens(): Tokens | null;
  save(tokens: Tokens): Promise<void>;
  clear(): Promise<void>;
}

interface TokenTransportOptions {
  keeper: TokenKeeper;
  onRenewed: () => void;
  onSession: (change: SessionChange) => void;
}

/** After these calls the host knows the session no more. */
const ENDING: ReadonlySet<CallName> = new Set<CallName>(['users.logout', 'accountEnd.close']);

/**
 * Wraps the calls of a shell that keeps the tokens of its session itself (D64) and sends the access token with each call: it stores the
 * tokens of answers, which the callers do not get, renews them, and clears them when the session ends.
 */
export function tokenTransport(plain: Transport, { keeper, onRenewed, onSession }: TokenTransportOptions): Transport {
  const keeping: Transport = {
    call: async (name, input, options) => {
      const before = keeper.tokens();
      try {
        const output = await plain.call(name, withRefreshToken(name, input, before), options);
        const tokens = tokensOf(output);
        if (tokens) {
          await keeper.save(tokens);
          if (before === null && options?.signal?.aborted) {
            // The customer cancelled this sign-in while the tokens were stored.
            await keeper.clear();
            options.signal.throwIfAborted();
          }
          if (name !== 'users.refresh') onSession('begun');
        }
        if (ENDING.has(name)) await end('signedOut');
        return withoutTokens(output);
      } catch (error) {
        // Not if another call has begun a new session meanwhile.
        if (isUnauthorised(error) && before && before.refreshToken === keeper.tokens()?.refreshToken) await end('refused');
        throw error;
      }
    },
  };
  const end = async (change: SessionChange): Promise<void> => {
    await keeper.clear();
    onSession(change);
  };
  // The host counts devices by the session. A shell outside a browser has no fingerprint to add.
  return renewingTransport(keeping, { fingerprint: () => Promise.resolve(null), onRenewed });
}

function withRefreshToken<Name extends CallName>(name: Name, input: CallInput<Name>, tokens: Tokens | null): CallInput<Name> {
  return name === 'users.refresh' && tokens ? { ...input, refreshToken: tokens.refreshToken } : input;
}

function tokensOf(output: unknown): Tokens | null {
  const tokens = typeof output === 'object' && output !== null && 'tokens' in output ? output.tokens : null;
  const isComplete = typeof tokens === 'object' && tokens !== null && 'accessToken' in tokens && 'refreshToken' in tokens;
  return isComplete ? (tokens as Tokens) : null;
}

/** Returns an answer as screens get it. */
function withoutTokens<Name extends CallName>(output: CallOutput<Name>): CallOutput<Name> {
  if (tokensOf(output) === null) return output;
  return Object.assign({}, output, { tokens: undefined });
}

const isUnauthorised = (error: unknown): boolean => error instanceof ApiError && error.code === 'ERR_UNAUTHORIZED';
