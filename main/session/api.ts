import { apiRoutes, type CallName } from '../../contract/api/index.ts';
import { SESSION_KIND_HEADER } from '../../contract/api/users.ts';
import { createHttpTransport } from '../../contract/client/httpTransport.ts';
import { tokenTransport } from '../../contract/client/tokenTransport.ts';
import type { SessionChange } from '../../contract/ipc.ts';
import type { Transport } from '../../contract/platform.ts';
import { createFetchRequests, type Fetch } from '../network/fetchRequests.ts';
import { userAgentOf } from './userAgent.ts';
import type { Vault } from './vault.ts';

interface ApiOptions {
  /** "https://exchange.example.org" */
  apiUrl: string;
  vault: Vault;
  fetch: Fetch;
  onRenewed: () => void;
  onSession: (change: SessionChange) => void;
}

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
  return tokenTransport(plain, { keeper: vault, onRenewed, onSession });
}

/** Returns whether a text names a call of the API. */
export const isCallName = (name: string): name is CallName => Object.hasOwn(apiRoutes, name);
