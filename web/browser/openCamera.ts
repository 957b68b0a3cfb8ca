import type { CameraFailure, CameraOptions } from '../../contract/platform.ts';
import { cameraFailure, startCamera } from './startCamera.ts';

/** How often the page notices that a camera was unplugged, in ms. */
const WATCH_MS = 1_000;

/** Shows a camera for photos until `signal` aborts. Never rejects. */
export async function openCamera({ preview, facing, signal, onEnd }: CameraOptions): Promise<'open' | CameraFailure> {
  try {
    const camera = await startCamera(preview, { facingMode: facing, width: { ideal: 2_560 }, height: { ideal: 1_440 } });
    // The customer has gone on while the browser asked for permission.
    if (signal.aborted) {
      camera.stop();
      return 'failed';
    }
    const watch = setInterval(() => {
      if (!camera.hasEnded()) return;
      clearInterval(watch);
      onEnd();
    }, WATCH_MS);
    signal.addEventListener('abort', () => {
      clearInterval(watch);
      camera.stop();
    });
    return 'open';
  } catch (error) {
    return cameraFailure(error);
  }
}
