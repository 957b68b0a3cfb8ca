import { afterEach, expect, test, vi } from 'vitest';
import { createQrDetector } from './qrDetector.ts';

afterEach(() => vi.unstubAllGlobals());

/** A browser in which the native detector supports these formats, or is absent, and the worker reads nothing. */
function browser(formats: string[] | null) {
  const started: string[] = [];
  class FakeDetector {
    static getSupportedFormats = () => Promise.resolve(formats);
    constructor({ formats: wanted }: { formats: string[] }) {
      started.push(`native ${wanted.join()}`);
    }
    detect = () => Promise.resolve([{ rawValue: 'bitcoin:bc1q' }]);
  }
  vi.stubGlobal(
    'Worker',
    vi.fn(function start() {
      started.push('worker');
    }),
  );
  vi.stubGlobal('document', { createElement: () => ({ getContext: () => null }) });
  vi.stubGlobal('BarcodeDetector', formats ? FakeDetector : undefined);
  return started;
}

test.each([
  ['the browser’s own detector', ['qr_code', 'ean_13'], 'native qr_code'],
  ['the worker if the own detector reads no QR codes', ['ean_13'], 'worker'],
  ['the worker in a browser without a detector', null, 'worker'],
])('uses %s', async (_name, formats, started) => {
  const list = browser(formats);
  const detector = await createQrDetector();
  expect(list).toEqual([started]);
  const picture = {} as ImageBitmap;
  expect(await detector.read(picture, 0, 0)).toBe(formats?.includes('qr_code') ? 'bitcoin:bc1q' : null);
});
