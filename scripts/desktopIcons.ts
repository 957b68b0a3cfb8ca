import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import brandFile from '../resources/brand.json' with { type: 'json' };
import { drawPictures } from './site/drawPictures.ts';

/** `node scripts/boot.mjs desktopIcons` draws the icons of the desktop app from the brand's mark. Run it after the mark changes. */
const FOLDER = 'resources/desktop';
const SIZES = [16, 32, 48, 64, 128, 256, 512, 1024];
/** Sizes of the .ico file; an entry has one byte for a size, so 256 is written as 0. */
const ICO_SIZES = [16, 32, 48, 256];
/** macOS draws the icon in the menu bar from the alpha channel of a black picture, 16 points high, in light and dark. */
const TEMPLATE_SIZES = [16, 32];
/** The entries of an .icns file that are PNG: https://en.wikipedia.org/wiki/Apple_Icon_Image_format#Icon_types */
const ICNS_TYPES: Readonly<Record<string, number>> = {
  ic07: 128,
  ic08: 256,
  ic09: 512,
  ic10: 1024,
  ic11: 32,
  ic12: 64,
  ic13: 256,
  ic14: 512,
};

type Pictures = ReadonlyMap<number, Buffer>;

const mark = await readFile(join('resources/public', brandFile.logoMark), 'utf8');
const tile = `border-radius:22%;background:${brandFile.frameColour.light}`;
const pictures = await draw(SIZES, tile, `${mark}<style>svg{width:76%;height:76%}</style>`);
const templates = await draw(TEMPLATE_SIZES, '', `${mark}<style>svg{width:100%;height:100%;filter:brightness(0)}</style>`);
await mkdir(join(FOLDER, 'icons'), { recursive: true });
for (const [size, picture] of pictures) await writeFile(join(FOLDER, 'icons', `${size}x${size}.png`), picture);
await writeFile(join(FOLDER, 'icon.ico'), icoOf(pictures));
await writeFile(join(FOLDER, 'icon.icns'), icnsOf(pictures));
await mkdir(join(FOLDER, 'template'), { recursive: true });
for (const [size, picture] of templates) await writeFile(join(FOLDER, 'template', `${size}x${size}.png`), picture);

/** Draws square pictures by their size in pixels. */
async function draw(sizes: readonly number[], style: string, content: string): Promise<Pictures> {
  const drawn = await drawPictures(sizes.map((size) => ({ width: size, height: size, style, content })));
  return new Map(sizes.map((size, index) => [size, drawn[index] ?? Buffer.alloc(0)]));
}

function pictureOf(all: Pictures, size: number): Buffer {
  const picture = all.get(size);
  if (!picture) throw new Error(`There is no picture of ${size} pixels.`);
  return picture;
}

/** Returns an .ico file with PNG entries: a header, a directory and the pictures. */
function icoOf(all: Pictures): Buffer {
  const entries = ICO_SIZES.map((size) => ({ size, picture: pictureOf(all, size) }));
  const header = Buffer.alloc(6 + entries.length * 16);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(entries.length, 4);
  let offset = header.length;
  for (const [index, { size, picture }] of entries.entries()) {
    const at = 6 + index * 16;
    header.writeUInt8(size % 256, at);
    header.writeUInt8(size % 256, at + 1);
    header.writeUInt16LE(1, at + 4);
    header.writeUInt16LE(32, at + 6);
    header.writeUInt32LE(picture.length, at + 8);
    header.writeUInt32LE(offset, at + 12);
    offset += picture.length;
  }
  return Buffer.concat([header, ...entries.map(({ picture }) => picture)]);
}

/** Returns an .icns file: each entry is its type, its length with these 8 bytes, and a PNG. */
function icnsOf(all: Pictures): Buffer {
  const entries = Object.entries(ICNS_TYPES).map(([type, size]) => chunk(type, pictureOf(all, size)));
  return chunk('icns', Buffer.concat(entries));
}

function chunk(type: string, content: Buffer): Buffer {
  const header = Buffer.alloc(8);
  header.write(type, 'latin1');
  header.writeUInt32BE(8 + content.length, 4);
  return Buffer.concat([header, content]);
}
