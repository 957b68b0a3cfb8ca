import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import type { PasskeyResult, Passkeys } from '../../contract/platform.ts';

/** Loads when the customer first needs it. */
const library = () => import('@simplewebauthn/browser');

/** Returns the browser's passkeys; undefined without WebAuthn, without HTTPS, and at a numeric address, which has no passkeys. */
export function createPasskeys(): Passkeys | undefined {
  if (!('PublicKeyCredential' in window) || !window.isSecureContext || isNumericAddress(location.hostname)) return undefined;
  return {
    create: async (options) =>
      await settle(async () => {
        const { startRegistration } = await library();
        return await startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON });
      }),
    use: async (options, mode) =>
      await settle(async () => {
        const { startAuthentication } = await library();
        return await startAuthentication({
          optionsJSON: options as PublicKeyCredentialRequestOptionsJSON,
          useBrowserAutofill: mode === 'autofill',
        });
      }),
    hasAutofill: async () => (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false,
    cancel: () => {
      void library().then(
        ({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony(),
        () => undefined,
      );
    },
  };
}

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

/** Passkeys belong to a host name. */
export const isNumericAddress = (hostname: string): boolean => /^[\d.]+$|^\[/.test(hostname);
