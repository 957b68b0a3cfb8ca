import type { QrScan } from '../../contract/platform.ts';
import { createQrDetector, type QrDetector } from './qrDetector.ts';

/** Pause between two frames. A person can't tell it from a continuous scan, and the device stays cool. */
const FRAME_MS = 120;

/** What getUserMedia throws, by the name of the error. */
const FAILURES: Record<string, QrScan> = {
  NotAllowedError: { kind: 'denied' },
  SecurityError: { kind: 'denied' },
  NotFoundError: { kind: 'noCamera' },
  OverconstrainedError: { kind: 'noCamera' },
};

interface ScanOptions {
  preview: HTMLVideoElement;
  signal: AbortSignal;
}

/** Shows the camera that faces away from the customer and reads its frames until one has a code. Never rejects. */
export async function scanWithCamera(options: ScanOptions): Promise<QrScan> {
  try {
    return await scanFrames(options);
  } catch (error) {
    return (error instanceof DOMException && FAILURES[error.name]) || { kind: 'failed' };
  }
}

async function scanFrames({ preview, signal }: { preview: HTMLVideoElement; signal: AbortSignal }): Promise<QrScan> {
  const video = { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } };
  const stream = await navigator.mediaDevices.getUserMedia({ video });
  let detector: QrDetector | undefined;
  try {
    detector = await createQrDetector();
    preview.srcObject = stream;
    await preview.play();
    while (!signal.aborted) {
      // A camera that was unplugged ends its track.
      if (stream.getVideoTracks().some(({ readyState }) => readyState === 'ended')) return { kind: 'failed' };
      const text = await detector.read(preview, preview.videoWidth, preview.videoHeight);
      if (text !== null) return { kind: 'read', text };
      await new Promise((resolve) => setTimeout(resolve, FRAME_MS));
    }
    return { kind: 'cancelled' };
  } finally {
    preview.srcObject = null;
    for (const track of stream.getTracks()) track.stop();
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
