import type { QrQuestion } from './qrWorker.ts';

export interface QrDetector {
  /** Returns the text of a QR code in the picture; null without one. */
  read(picture: CanvasImageSource & ImageBitmapSource, width: number, height: number): Promise<string | null>;
  close(): void;
}

/** The browser's own detector (Shape Detection API). TypeScript does not know it. */
interface NativeDetector {
  new (options: { formats: string[] }): { detect(picture: ImageBitmapSource): Promise<{ rawValue: string }[]> };
  getSupportedFormats(): Promise<string[]>;
}

/** Longest side of the picture that the worker reads, in pixels. More makes it slow and finds no more codes. */
const LONGEST_SIDE = 1_000;

/** Creates the browser's own detector if it reads QR codes, otherwise one with jsQR in a worker. */
export async function createQrDetector(): Promise<QrDetector> {
  const Native = Reflect.get(globalThis, 'BarcodeDetector') as NativeDetector | undefined;
  // Some systems have the class without any format.
  const formats = (await Native?.getSupportedFormats().catch(() => [])) ?? [];
  if (!Native || !formats.includes('qr_code')) return createWorkerDetector();
  const detector = new Native({ formats: ['qr_code'] });
  return {
    read: async (picture) => (await detector.detect(picture))[0]?.rawValue || null,
    close: () => undefined,
  };
}

function createWorkerDetector(): QrDetector {
  const worker = new Worker(new URL('qrWorker.ts', import.meta.url), { type: 'module' });
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return {
    read: async (picture, width, height) => {
      const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height));
      canvas.width = Math.round(width * scale);
      canvas.height = Math.round(height * scale);
      // A camera may deliver its first frame late.
      if (!context || canvas.width === 0 || canvas.height === 0) return null;
      context.drawImage(picture, 0, 0, canvas.width, canvas.height);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      return await new Promise<string | null>((resolve, reject) => {
        worker.addEventListener('message', ({ data: text }: MessageEvent<string | null>) => resolve(text), { once: true });
        worker.addEventListener('error', () => reject(new Error('The worker that reads QR codes failed')), { once: true });
        const question: QrQuestion = { pixels: data, width: canvas.width, height: canvas.height };
        worker.postMessage(question, [data.buffer]);
      });
    },
    close: () => worker.terminate(),
  };
}
