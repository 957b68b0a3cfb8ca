import {
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { PasskeyResult, Passkeys } from '../../contract/platform.ts';

/** The passkeys of a browser that supports them. Loaded when the customer first needs one. */
export const passkeyCeremonies: Pick<Passkeys, 'create' | 'use' | 'cancel'> = {
  create: async (options) =>
    await settle(() => startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })),
  use: async (options, mode) =>
    await settle(() =>
      startAuthentication({
        optionsJSON: options as PublicKeyCredentialRequestOptionsJSON,
        useBrowserAutofill: mode === 'autofill',
      }),
    ),
  cancel: () => WebAuthnAbortService.cancelCeremony(),
};

async function settle(ceremony: () => Promise<unknown>): Promise<PasskeyResult> {
  try {
    return { kind: 'done', response: await ceremony() };
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    // Browsers also report NotAllowedError when the customer lets the prompt time out.
    if (name === 'NotAllowedError' || name === 'AbortError') return { kind: 'cancelled' };
    return { kind: name === 'InvalidStateError' ? 'exists' : 'failed' };
  }
}
