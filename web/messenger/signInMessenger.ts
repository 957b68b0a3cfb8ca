import type { SignInOutput } from '../../contract/api/users.ts';
import { ApiError } from '../../contract/errors.ts';
import type { Transport } from '../../contract/platform.ts';
import type { DialogStore } from '../../renderer/stores/DialogStore.ts';
import type { SecureTokens } from './secureTokens.ts';

interface Options {
  transport: Transport;
  keeper: SecureTokens;
  /** Empty: the messenger gave none. */
  initData: string;
  dialogs: Pick<DialogStore, 'open'>;
}

/**
 * Signs the customer of the messenger in: continues the session of an earlier start, or begins one with the init data, for a new customer
 * after registering. If a second factor is missing, opens the dialog at that step; if nothing works, with the other ways (§4). Never rejects.
 */
export async function signInMessenger({ dialogs, ...options }: Options): Promise<void> {
  const answer = await firstStep(options);
  if (answer?.userId !== undefined) return;
  const { secondFactor } = answer ?? {};
  dialogs.open({ name: 'signIn', data: { view: 'login', wantedPath: null, ...(secondFactor && { secondFactor }) } });
}

async function firstStep({ transport, keeper, initData }: Omit<Options, 'dialogs'>): Promise<SignInOutput | null> {
  try {
    const continued = (await keeper.restore()) ? await continueSession(transport) : null;
    if (continued) return continued;
    return initData === '' ? null : await authenticate(transport, initData);
  } catch {
    return null;
  }
}

/** The transport forgets the session of a refused token. */
async function continueSession(transport: Transport): Promise<SignInOutput | null> {
  try {
    return await transport.call('users.refresh', {});
  } catch {
    return null;
  }
}

async function authenticate(transport: Transport, initData: string): Promise<SignInOutput> {
  try {
    return await transport.call('messenger.authenticate', { initData });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'ERR_NOT_FOUND') throw error;
    await transport.call('messenger.create', { initData });
    return await transport.call('messenger.authenticate', { initData });
  }
}
