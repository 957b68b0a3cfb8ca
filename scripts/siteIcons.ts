import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import brandFile from '../resources/brand.json' with { type: 'json' };
import { parseBrand } from '../contract/brand.ts';
import { SITE_PICTURES } from '../contract/sitePictures.ts';
import { drawPictures } from './site/drawPictures.ts';

/** `node scripts/boot.mjs siteIcons` draws the icons and the preview of the site from the brand's mark. Run it after the mark or name changes. */
const FOLDER = 'resources/public';

const { name, logoMark, frameColour } = parseBrand(brandFile);
const mark = await readFile(join(FOLDER, logoMark), 'utf8');
const style = `background:${frameColour.light}`;
const scaled = (percent: number): string => `${mark}<style>svg{width:${percent}%;height:${percent}%}</style>`;
const wide = `<div style="display:flex;align-items:center;gap:48px;font:600 104px Geist,sans-serif;color:${frameColour.dark}">${mark}${name}</div><style>svg{width:220px;height:220px}</style>`;
const { touch, icon, largeIcon, maskable, preview } = SITE_PICTURES;
const drawings = [
  { ...touch, style, content: scaled(70) },
  { ...icon, style: `border-radius:22%;${style}`, content: scaled(76) },
  { ...largeIcon, style: `border-radius:22%;${style}`, content: scaled(76) },
  // Systems cut a maskable icon to the circle of 80 % of its width.
  { ...maskable, style, content: scaled(56) },
  { ...preview, style, content: wide },
];
await mkdir(join(FOLDER, 'icons'), { recursive: true });
for (const [index, picture] of (await drawPictures(drawings)).entries()) {
  const path = drawings[index]?.path;
  if (path !== undefined) await writeFile(join(FOLDER, path), picture);
}
