import { apiRoutes, type CallInput, type CallName, type CallOutput } from '../../contract/api/index.ts';
import { SESSION_KIND_HEADER } from '../../contract/api/users.ts';
import { createHttpTransport } from '../../contract/client/httpTransport.ts';
import { renewingTransport } from '../../contract/client/renewingTransport.ts';
import { ApiError } from '../../contract/errors.ts';
import type { SessionChange } from '../../contract/ipc.ts';
import type { Transport } from '../../contract/platform.ts';
import { createFetchRequests, type Fetch } from '../network/fetchRequests.ts';
import { userAgentOf } from './userAgent.ts';
import type { Tokens, Vault } from './vault.ts';

interface ApiOptions {
  /** "https://exchange.example.org" */
  apiUrl: string;
  vault: Vault;
  fetch: Fetch;
  onRenewed: () => void;
  onSession: (change: SessionChange) => void;
}

/** After these calls the host knows the session no more. */
const ENDING: ReadonlySet<CallName> = new Set<CallName>(['users.logout', 'accountEnd.close']);

/** Creates the calls of all windows to the API host, with one session (D64): its tokens are in the vault. */
export function createApi({ apiUrl, vault, fetch, onRenewed, onSession }: ApiOptions): Transport {
  const headers = (): Record<string, string> => {
    const accessToken = vault.tokens()?.accessToken;
    return {
      'user-agent': userAgentOf(process.platform),
      ...(accessToken !== undefined && { authorization: `Bearer ${accessToken}` }),
    };
  };
  const plain = createHttpTransport(createFetchRequests({ apiUrl, fetch, headers }), { [SESSION_KIND_HEADER]: 'header' });
  const keeping: Transport = {
    call: async (name, input, options) => {
      const before = vault.tokens();
      try {
        const output = await plain.call(name, withRefreshToken(name, input, before), options);
        const tokens = tokensOf(output);
        if (tokens) {
          await vault.save(tokens);
          if (before === null && options?.signal?.aborted) {
            // The customer cancelled this sign-in while the keychain was writing.
            await vault.clear();
            options.signal.throwIfAborted();
          }
          if (name !== 'users.refresh') onSession('begun');
        }
        if (ENDING.has(name)) await end('signedOut');
        return withoutTokens(output);
      } catch (error) {
        // Not if another call has begun a new session meanwhile.
        if (isUnauthorised(error) && before && before.refreshToken === vault.tokens()?.refreshToken) await end('refused');
        throw error;
      }
    },
  };
  const end = async (change: SessionChange): Promise<void> => {
    await vault.clear();
    onSession(change);
  };
  // The host counts devices by the session. A shell outside a browser has no fingerprint to add.
  return renewingTransport(keeping, { fingerprint: () => Promise.resolve(null), onRenewed });
}

/** Returns whether a text names a call of the API. */
export const isCallName = (name: string): name is CallName => Object.hasOwn(apiRoutes, name);

function withRefreshToken<Name extends CallName>(name: Name, input: CallInput<Name>, tokens: Tokens | null): CallInput<Name> {
  return name === 'users.refresh' && tokens ? { ...input, refreshToken: tokens.refreshToken } : input;
}

function tokensOf(output: unknown): Tokens | null {
  const tokens = typeof output === 'object' && output !== null && 'tokens' in output ? output.tokens : null;
  const isComplete = typeof tokens === 'object' && tokens !== null && 'accessToken' in tokens && 'refreshToken' in tokens;
  return isComplete ? (tokens as Tokens) : null;
}

/** Returns an answer as windows get it. */
function withoutTokens<Name extends CallName>(output: CallOutput<Name>): CallOutput<Name> {
  if (tokensOf(output) === null) return output;
  return Object.assign({}, output, { tokens: undefined });
}

const isUnauthorised = (error: unknown): boolean => error instanceof ApiError && error.code === 'ERR_UNAUTHORIZED';
