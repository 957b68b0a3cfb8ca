import { ApiError } from '../../contract/errors.ts';
import type { Transport } from '../../contract/platform.ts';
import type { SecureTokens } from './secureTokens.ts';

interface Options {
  transport: Transport;
  keeper: SecureTokens;
  /** Empty: the messenger gave none. */
  initData: string;
}

/**
 * Signs the customer of the messenger in: continues the session of an earlier start, or begins one with the init data, for a new customer
 * after registering. Returns false if neither works, or a second factor is missing. Never rejects.
 */
export async function signInMessenger({ transport, keeper, initData }: Options): Promise<boolean> {
  try {
    if ((await keeper.restore()) && (await continues(transport))) return true;
    if (initData === '') return false;
    const { userId } = await authenticate(transport, initData);
    return userId !== undefined;
  } catch {
    return false;
  }
}

/** The transport forgets the session of a refused token. */
async function continues(transport: Transport): Promise<boolean> {
  try {
    await transport.call('users.refresh', {});
    return true;
  } catch {
    return false;
  }
}

async function authenticate(transport: Transport, initData: string) {
  try {
    return await transport.call('messenger.authenticate', { initData });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'ERR_NOT_FOUND') throw error;
    await transport.call('messenger.create', { initData });
    return await transport.call('messenger.authenticate', { initData });
  }
}
