import type { QrScan } from '../../contract/platform.ts';
import { createQrDetector, type QrDetector } from './qrDetector.ts';
import { cameraFailure, startCamera } from './startCamera.ts';

/** Pause between two frames. A person can't tell it from a continuous scan, and the device stays cool. */
const FRAME_MS = 120;

interface ScanOptions {
  preview: HTMLVideoElement;
  signal: AbortSignal;
}

/** Shows the camera that faces away from the customer and reads its frames until one has a code. Never rejects. */
export async function scanWithCamera(options: ScanOptions): Promise<QrScan> {
  try {
    return await scanFrames(options);
  } catch (error) {
    return { kind: cameraFailure(error) };
  }
}

async function scanFrames({ preview, signal }: { preview: HTMLVideoElement; signal: AbortSignal }): Promise<QrScan> {
  const video = { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } };
  const camera = await startCamera(preview, video);
  let detector: QrDetector | undefined;
  try {
    detector = await createQrDetector();
    while (!signal.aborted) {
      if (camera.hasEnded()) return { kind: 'failed' };
      const text = await detector.read(preview, preview.videoWidth, preview.videoHeight);
      if (text !== null) return { kind: 'read', text };
      await new Promise((resolve) => setTimeout(resolve, FRAME_MS));
    }
    return { kind: 'cancelled' };
  } finally {
    camera.stop();
    detector?.close();
  }
}

/** Reads a code from a picture file; null without one or if the browser can't decode the file. */
export async function readPicture(picture: Blob): Promise<string | null> {
  const image = await createImageBitmap(picture).catch(() => null);
  if (!image) return null;
  let detector: QrDetector | undefined;
  try {
    detector = await createQrDetector();
    return await detector.read(image, image.width, image.height);
  } catch {
    return null;
  } finally {
    image.close();
    detector?.close();
  }
}
