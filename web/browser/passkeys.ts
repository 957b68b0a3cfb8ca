import type { Passkeys } from '../../contract/platform.ts';

const load = async () => (await import('./passkeyCeremonies.ts')).passkeyCeremonies;

/** Returns the browser's passkeys; undefined without WebAuthn, without HTTPS, and at a numeric address, which has no passkeys. */
export function createPasskeys(): Passkeys | undefined {
  if (!('PublicKeyCredential' in window) || !window.isSecureContext || isNumericAddress(location.hostname)) return undefined;
  const failed = { kind: 'failed' } as const;
  return {
    create: (options) =>
      load().then(
        ({ create }) => create(options),
        () => failed,
      ),
    use: (options, mode) =>
      load().then(
        ({ use }) => use(options, mode),
        () => failed,
      ),
    hasAutofill: async () => (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false,
    cancel: () =>
      void load().then(
        ({ cancel }) => cancel(),
        () => undefined,
      ),
  };
}

/** Passkeys belong to a host name. */
export const isNumericAddress = (hostname: string): boolean => /^[\d.]+$|^\[/.test(hostname);
