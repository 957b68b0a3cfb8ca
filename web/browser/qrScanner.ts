import type { QrScan, QrScanner } from '../../contract/platform.ts';

/** What getUserMedia throws, by the name of the error. */
const FAILURES: Record<string, QrScan> = {
  NotAllowedError: { kind: 'denied' },
  SecurityError: { kind: 'denied' },
  NotFoundError: { kind: 'noCamera' },
  OverconstrainedError: { kind: 'noCamera' },
};

/** Returns null in a browser without camera access, for example on a page that came over http. */
export function createQrScanner(): QrScanner | null {
  if (!('mediaDevices' in navigator) || !('getUserMedia' in navigator.mediaDevices)) return null;
  return {
    hasCamera: async () => {
      const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
      return devices.some(({ kind }) => kind === 'videoinput');
    },
    scan: async (options) => {
      try {
        const { scanWithCamera } = await import('./scanWithCamera.ts');
        return await scanWithCamera(options);
      } catch (error) {
        return (error instanceof DOMException && FAILURES[error.name]) || { kind: 'failed' };
      }
    },
    readPicture: async (picture) => {
      try {
        const { readPicture } = await import('./scanWithCamera.ts');
        return await readPicture(picture);
      } catch {
        return null;
      }
    },
  };
}
