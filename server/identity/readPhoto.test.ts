import { setImmediate } from 'node:timers/promises';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { createPhotoReader } from './readPhoto.ts';
import { CLIENT, picture } from './testing/identities.ts';

const photos = createPhotoReader();
const read = async (file: Buffer): Promise<Buffer> =>
  await photos.read({ submissionId: 's', field: 'frontPhoto', client: CLIENT }, async () => await Promise.resolve(file));
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
  [7_700, 7_700],
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

it('reads one file at a time, of each field of a submission one', async () => {
  const own = createPhotoReader();
  const file = await picture('#456', { width: 320, height: 320 });
  const gate = Promise.withResolvers<void>();
  let loaded = 0;
  const load = async (): Promise<Buffer> => {
    loaded += 1;
    await gate.promise;
    return file;
  };
  const readOf = async (submissionId: string) => await own.read({ submissionId, field: 'facePhoto', client: CLIENT }, load);
  const first = readOf('first');
  await expect(readOf('first')).rejects.toMatchObject({ code: 'ERR_TOO_MANY_REQUESTS', details: { retryAfterSeconds: 10 } });
  const other = readOf('other');
  expect(loaded).toBe(1);
  gate.resolve();
  await Promise.all([first, other]);
  expect(await readOf('first')).toBeInstanceOf(Buffer);
});

const HOSTILE = 24;
it.each([
  ['from as many addresses', (hostile: number) => `198.51.100.${hostile}`],
  ['from one address', () => '198.51.100.1'],
  ['from one /48', (hostile: number) => `2001:db8:1:${hostile}::1`],
  ['from the address of the honest one', () => CLIENT],
])('reads an honest photo within the retries of a page while 24 customers %s upload in a loop', async (_name, clientOf) => {
  const own = createPhotoReader();
  const white = await picture('#fff', { width: 320, height: 320 });
  let [finished, isOver] = [0, false];
  const attack = async (hostile: number): Promise<void> => {
    const source = { submissionId: `hostile ${hostile}`, field: 'frontPhoto', client: clientOf(hostile) } as const;
    while (!isOver) {
      await own
        .read(source, async () => await Promise.resolve(white))
        .then(
          () => (finished += 1),
          async () => await setImmediate(),
        );
    }
  };
  const attacks = Array.from({ length: HOSTILE }, async (_, hostile) => await attack(hostile));
  const sendHonest = async (triesLeft: number): Promise<Buffer> => {
    try {
      const source = { submissionId: 'honest', field: 'frontPhoto', client: CLIENT } as const;
      return await own.read(source, async () => await Promise.resolve(white));
    } catch (error) {
      if (triesLeft === 0) throw error;
      const before = finished;
      // Fewer than a host reads until a page tries again.
      while (finished < before + HOSTILE) await setImmediate();
      return await sendHonest(triesLeft - 1);
    }
  };
  expect(await sendHonest(3).finally(() => (isOver = true))).toBeInstanceOf(Buffer);
  await Promise.all(attacks);
});
