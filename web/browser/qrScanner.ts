import type { PhotoCamera, QrScanner } from '../../contract/platform.ts';

/** Returns null in a browser without camera access, for example on a page that came over http. */
export function createQrScanner(): QrScanner | null {
  const { mediaDevices } = navigator as Partial<Navigator>;
  if (!mediaDevices) return null;
  const load = () => import('./scanWithCamera.ts');
  return {
    hasCamera: () =>
      mediaDevices.enumerateDevices().then(
        (devices) => devices.some(({ kind }) => kind === 'videoinput'),
        () => false,
      ),
    scan: (options) =>
      load().then(
        ({ scanWithCamera }) => scanWithCamera(options),
        () => ({ kind: 'failed' }),
      ),
    readPicture: (picture) =>
      load().then(
        ({ readPicture }) => readPicture(picture),
        () => null,
      ),
  };
}

/** Returns null in a browser without camera access. */
export function createPhotoCamera(): PhotoCamera | null {
  if (!('mediaDevices' in navigator)) return null;
  return {
    open: (options) =>
      import('./openCamera.ts').then(
        ({ openCamera }) => openCamera(options),
        () => 'failed',
      ),
  };
}
