import type { PhotoFault } from '../../../../../contract/identity/documents.ts';
import { PHOTO_LONG_SIDE, PHOTO_SHORT_SIDE } from '../../../../../contract/identity/limits.ts';
import { judgePhoto, JUDGED_LONG_SIDE, type GrayPicture, type PhotoQuality } from './photoQuality.ts';

/** JPEG quality: letters stay sharp, and 12 megapixels become some 600 kB. */
const QUALITY = 0.85;
/** The brands of HEIC and HEIF files (ISO 23008-12), at the ninth byte after "ftyp" */
const HEIC = /^ftyp(?:hei[cfmsx]|hev[cmsx]|mif1|msf1)/;

export interface PreparedPhoto {
  /** A JPEG file without the data that cameras add, such as a location */
  file: Blob;
  quality: PhotoQuality;
}

/** Part of a picture, in its pixels */
interface Region {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Makes a chosen file smaller and judges it. Returns what is wrong with a file that is no usable photo. */
export async function prepareFile(file: Blob): Promise<PreparedPhoto | PhotoFault> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (!picture) return await faultOf(file);
  try {
    return await preparePicture(picture, picture.width, picture.height);
  } finally {
    picture.close();
  }
}

/** Takes a photo from the running picture of a camera. */
export async function takePhoto(video: HTMLVideoElement): Promise<PreparedPhoto | PhotoFault> {
  return await preparePicture(video, video.videoWidth, video.videoHeight);
}

/** Judges what a camera shows within a region of its picture. */
export function judgeLive(video: HTMLVideoElement, region: Region): PhotoQuality {
  return judgePhoto(grayOf(video, region));
}

async function preparePicture(source: CanvasImageSource, width: number, height: number): Promise<PreparedPhoto | PhotoFault> {
  if (Math.min(width, height) < PHOTO_SHORT_SIDE) return 'TOO_SMALL';
  const canvas = drawn(source, { x: 0, y: 0, width, height }, PHOTO_LONG_SIDE);
  const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  // A browser can't draw a picture that exceeds its memory.
  if (!file) return 'TOO_MANY_PIXELS';
  return { file, quality: judgePhoto(grayOf(source, { x: 0, y: 0, width, height })) };
}

function drawn(source: CanvasImageSource, { x, y, width, height }: Region, longSide: number): HTMLCanvasElement {
  const scale = Math.min(1, longSide / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) return canvas;
  // Transparent pixels of a PNG would become black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(source, x, y, width, height, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function grayOf(source: CanvasImageSource, region: Region): GrayPicture {
  const canvas = drawn(source, region, JUDGED_LONG_SIDE);
  const { width, height } = canvas;
  const data = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray(4 * width * height);
  const pixels = new Uint8Array(width * height);
  for (let index = 0; index < pixels.length; index += 1) {
    const [red = 0, green = 0, blue = 0] = data.subarray(4 * index, 4 * index + 3);
    pixels[index] = 0.299 * red + 0.587 * green + 0.114 * blue;
  }
  return { pixels, width, height };
}

async function faultOf(file: Blob): Promise<PhotoFault> {
  const head = new TextDecoder('latin1').decode(await file.slice(4, 12).arrayBuffer());
  if (HEIC.test(head)) return 'HEIC';
  return file.type.startsWith('image/') ? 'DAMAGED' : 'WRONG_TYPE';
}
