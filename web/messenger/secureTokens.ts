import type { TokenKeeper, Tokens } from '../../contract/client/tokenTransport.ts';
import type { MessengerClient } from './client.ts';

const KEY = 'session';
/** How long the messenger may take, in ms. Some clients announce the storage and never answer. */
const TIMEOUT_MS = 2_000;

export interface SecureTokens extends TokenKeeper {
  /** Takes over the refresh token of an earlier start. Resolves to false without one. Never rejects. */
  restore(): Promise<boolean>;
}

/**
 * Keeps the tokens of a session in memory, and the refresh token also in the messenger's encrypted storage, where it has one. Nothing else
 * of the page may store them: other pages of this host could read it.
 */
export function createSecureTokens(client: MessengerClient | null): SecureTokens {
  let current: Tokens | null = null;
  const storage = client?.has('web_app_secure_storage_save_key') === true ? client : null;
  return {
    tokens: () => current,
    save: async (tokens) => {
      current = tokens;
      await storeKey(storage, tokens.refreshToken);
    },
    clear: async () => {
      current = null;
      await storeKey(storage, null);
    },
    restore: async () => {
      const refreshToken = storage && (await askStorage(storage, 'web_app_secure_storage_get_key', { key: KEY }));
      if (!refreshToken) return false;
      // The first renewal brings the rest.
      current = { accessToken: '', accessTokenExpiresAt: '', refreshToken, refreshTokenExpiresAt: '' };
      return true;
    },
  };
}

const storeKey = async (storage: MessengerClient | null, value: string | null): Promise<void> =>
  void (storage && (await askStorage(storage, 'web_app_secure_storage_save_key', { key: KEY, value })));

/** Resolves to the value in the answer of the messenger; null if it has none, fails, or does not answer. */
function askStorage(
  { post, on }: MessengerClient,
  ...[method, parameters]:
    | ['web_app_secure_storage_get_key', { key: string }]
    | ['web_app_secure_storage_save_key', { key: string; value: string | null }]
): Promise<string | null> {
  const id = crypto.randomUUID();
  return new Promise((resolve) => {
    const finish = (value: string | null): void => {
      clearTimeout(timer);
      stops.forEach((stop) => stop());
      resolve(value);
    };
    const timer = setTimeout(() => finish(null), TIMEOUT_MS);
    const stops = [
      on('secure_storage_key_received', ({ req_id: of, value }) => of === id && finish(value)),
      on('secure_storage_key_saved', ({ req_id: of }) => of === id && finish(null)),
      on('secure_storage_failed', ({ req_id: of }) => of === id && finish(null)),
    ];
    if (method === 'web_app_secure_storage_get_key') post(method, { ...parameters, req_id: id });
    else post(method, { ...parameters, req_id: id });
  });
}
