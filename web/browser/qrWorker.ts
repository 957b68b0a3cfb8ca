import jsQR from 'jsqr';

/** A picture as RGBA bytes. The answer is the text of its QR code, or null. */
export interface QrQuestion {
  pixels: Uint8ClampedArray;
  width: number;
  height: number;
}

addEventListener('message', ({ data: { pixels, width, height } }: MessageEvent<QrQuestion>) => {
  // An empty code is none.
  postMessage(jsQR(pixels, width, height)?.data || null);
});
