import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { createPhotoReader } from './readPhoto.ts';
import { picture } from './testing/identities.ts';

const photos = createPhotoReader();
const read = async (file: Buffer): Promise<Buffer> =>
  await photos.read({ submissionId: 's', field: 'frontPhoto' }, async () => await Promise.resolve(file));
const faultOf = (reason: string) => ({ code: 'ERR_UNPROCESSABLE_ENTITY', details: { field: 'frontPhoto', reason } });

it.each(['jpeg', 'png', 'webp'] as const)('makes a JPEG of a %s', async (format) => {
  expect(await sharp(await read(await picture('#456', { format }))).metadata()).toMatchObject({
    format: 'jpeg',
    width: 640,
    height: 400,
  });
});

it('shrinks the long side to 2,400 pixels', async () => {
  const photo = await read(await picture('#456', { width: 3_000, height: 4_000 }));
  expect(await sharp(photo).metadata()).toMatchObject({ width: 1_800, height: 2_400 });
});

it('turns a photo upright and removes its location', async () => {
  const file = await sharp({ create: { width: 640, height: 400, channels: 3, background: '#456' } })
    .withExif({ IFD0: { Make: 'Camera 9' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 12/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect((await sharp(file).metadata()).exif).toBeDefined();
  const photo = await read(file);
  const { exif, xmp, iptc, icc, width, height } = await sharp(photo).metadata();
  expect({ exif, xmp, iptc, icc, width, height }).toEqual({ width: 400, height: 640 });
  expect(photo.includes('Camera 9')).toBe(false);
});

it('drops what follows the picture in a file that is also something else', async () => {
  const page = '<html><script>steal()</script></html>PK\u0003\u0004';
  const photo = await read(Buffer.concat([await picture('#456'), Buffer.from(page)]));
  expect(photo.includes('steal')).toBe(false);
  expect(photo.includes('PK\u0003\u0004')).toBe(false);
});

/** Returns a PNG that claims a size, with a few bytes that would grow to all its pixels. */
function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(1_000_000), { level: 9 });
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

it.each([
  [60_000, 60_000],
  [8_000_001, 8],
])('refuses a picture that would grow to %i × %i pixels before it reads it', async (width, height) => {
  const before = process.memoryUsage().rss;
  await expect(read(bomb(width, height))).rejects.toMatchObject(faultOf('TOO_MANY_PIXELS'));
  expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
});

const avif = Buffer.concat([Buffer.from([0, 0, 0, 28]), Buffer.from('ftypavif'), Buffer.alloc(200)]);
const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(200)]);

it.each([
  ['a HEIC file', async () => await Promise.resolve(heic), 'HEIC'],
  ['an AVIF file', async () => await Promise.resolve(avif), 'WRONG_TYPE'],
  ['a GIF', async () => await picture('#456', { format: 'gif' }), 'WRONG_TYPE'],
  ['an SVG', async () => await Promise.resolve(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), 'WRONG_TYPE'],
  ['a PDF', async () => await Promise.resolve(Buffer.from('%PDF-1.7')), 'WRONG_TYPE'],
  ['an empty file', async () => await Promise.resolve(Buffer.alloc(0)), 'WRONG_TYPE'],
  [
    'a script that begins like a JPEG',
    async () => await Promise.resolve(Buffer.from('\xff\xd8\xff<script>', 'latin1')),
    'DAMAGED',
  ],
  ['half a photo', async () => (await picture('#456')).subarray(0, 700), 'DAMAGED'],
  ['a thumbnail', async () => await picture('#456', { width: 640, height: 299 }), 'TOO_SMALL'],
] as const)('refuses %s', async (_name, create, reason) => {
  await expect(read(await create())).rejects.toMatchObject(faultOf(reason));
});

it('reads one file at a time, and lets 16 wait, of each field of a submission one', async () => {
  const own = createPhotoReader();
  const file = await picture('#456', { width: 320, height: 320 });
  const gate = Promise.withResolvers<void>();
  let [loaded, most] = [0, 0];
  const load = async (): Promise<Buffer> => {
    loaded += 1;
    most = Math.max(most, loaded);
    await gate.promise;
    loaded -= 1;
    return file;
  };
  const readOf = async (submissionId: string) => await own.read({ submissionId, field: 'facePhoto' }, load);
  const refusal = { code: 'ERR_TOO_MANY_REQUESTS', details: { retryAfterSeconds: 10 } };
  const first = readOf('first');
  await expect(readOf('first')).rejects.toMatchObject(refusal);
  const all = [first, ...Array.from({ length: 15 }, async (_, index) => await readOf(`other ${index}`))];
  await expect(readOf('last')).rejects.toMatchObject(refusal);
  gate.resolve();
  await Promise.all(all);
  expect(most).toBe(1);
  expect(await readOf('first')).toBeInstanceOf(Buffer);
});
