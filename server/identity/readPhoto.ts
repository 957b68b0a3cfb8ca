import type { Sharp } from 'sharp';
import { ApiError } from '../../contract/errors.ts';
import type { PhotoFault, PhotoField } from '../../contract/identity/documents.ts';
import { PHOTO_LONG_SIDE, PHOTO_SHORT_SIDE } from '../../contract/identity/limits.ts';
import { createFairQueue } from '../common/fairQueue.ts';
import { loadOnce } from '../common/loadOnce.ts';

const loadSharp = loadOnce(async () => {
  const { default: sharp } = await import('sharp');
  // Of all formats that libvips can read, only these: each further decoder is a way in.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
  // Photos are read once: a cache would only keep them in memory.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
});

/** Sensors of phones have up to 50 million pixels in the pictures that they store. */
const MOST_PIXELS = 60_000_000;
/** Photos of cameras have up to 30. White pixels are small as a file and take as long as others: only what takes little time may have more. */
const MOST_PIXELS_PER_BYTE = 200;
const QUALITY = 85;
const TIMEOUT_SECONDS = 15;

const MESSAGES: Readonly<Record<PhotoFault, string>> = {
  HEIC: 'This file is in Apple’s HEIC format, which we can’t read. Choose a JPEG or PNG, or take the photo here.',
  WRONG_TYPE: 'This file is no JPEG, PNG or WebP. Choose another one.',
  DAMAGED: 'This file is incomplete or damaged. Choose another one, or take the photo again.',
  TOO_SMALL: `This picture is too small to be read: each side needs at least ${PHOTO_SHORT_SIDE} pixels.`,
  TOO_MANY_PIXELS: 'This picture has too many pixels. Make it smaller, or take the photo here.',
};

/** Returns ERR_UNPROCESSABLE_ENTITY for a file that is no usable photo. */
export function photoFault(field: PhotoField, reason: PhotoFault): ApiError {
  return new ApiError('ERR_UNPROCESSABLE_ENTITY', MESSAGES[reason], { field, reason });
}

/** Whose photo a file is: of a submission, sent from an IP address */
export interface PhotoSource {
  submissionId: string;
  field: PhotoField;
  client: string;
}

/** Turns files into photos, one at a time. */
export interface PhotoReader {
  /**
   * Calls `load` when it is this file's turn, and returns the photo as a JPEG without metadata, upright, with a long side of at most
   * `PHOTO_LONG_SIDE`. What followed the picture in the file is gone. Of each field of a submission, one file waits.
   *
   * @throws ERR_UNPROCESSABLE_ENTITY with a `PhotoFault`; also what `FairQueue` and `load` throw
   */
  read(source: PhotoSource, load: () => Promise<Buffer>): Promise<Buffer>;
}

export function createPhotoReader(): PhotoReader {
  const queue = createFairQueue('Photos are being read at the moment. Try again in a few seconds.');
  return {
    read: async ({ submissionId, field, client }, load) =>
      await queue.run(
        { place: `${submissionId} ${field}`, customer: submissionId, client },
        async () => await convert(field, await load()),
      ),
  };
}

async function convert(field: PhotoField, file: Buffer): Promise<Buffer> {
  const fault = faultOfType(file);
  if (fault !== null) throw photoFault(field, fault);
  const sharp = await loadSharp();
  const image = sharp(file, { limitInputPixels: MOST_PIXELS, failOn: 'truncated', pages: 1, sequentialRead: true }).timeout({
    seconds: TIMEOUT_SECONDS,
  });
  const { width, height } = await sizeOf(field, image);
  const pixels = width * height;
  const isEmpty = pixels > PHOTO_LONG_SIDE ** 2 && pixels > file.length * MOST_PIXELS_PER_BYTE;
  if (pixels > MOST_PIXELS || isEmpty) throw photoFault(field, 'TOO_MANY_PIXELS');
  if (Math.min(width, height) < PHOTO_SHORT_SIDE) throw photoFault(field, 'TOO_SMALL');
  try {
    return await image
      .autoOrient()
      .resize({ width: PHOTO_LONG_SIDE, height: PHOTO_LONG_SIDE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .jpeg({ quality: QUALITY })
      .toBuffer();
  } catch {
    throw photoFault(field, 'DAMAGED');
  }
}

async function sizeOf(field: PhotoField, image: Sharp): Promise<{ width: number; height: number }> {
  try {
    return await image.metadata();
  } catch (error) {
    const isTooLarge = error instanceof Error && /pixel limit/i.test(error.message);
    throw photoFault(field, isTooLarge ? 'TOO_MANY_PIXELS' : 'DAMAGED');
  }
}

/** Returns what is wrong with the first bytes of a file; null for JPEG, PNG and WebP. */
function faultOfType(file: Buffer): PhotoFault | null {
  const start = file.toString('latin1', 0, 12);
  if (start.startsWith('\xff\xd8\xff') || start.startsWith('\x89PNG\r\n\x1a\n')) return null;
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return null;
  return /^.{4}ftyp(?:hei[cxsm]|hev[cxsm]|mif1|msf1)/s.test(start) ? 'HEIC' : 'WRONG_TYPE';
}
