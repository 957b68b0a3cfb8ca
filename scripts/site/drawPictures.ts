import { chromium } from 'playwright';
import { ensureChromium } from '../chromium.ts';

/** A picture: content (HTML) in the middle of a tile. Sizes are in pixels. */
export interface Drawing {
  width: number;
  height: number;
  /** CSS of the tile */
  style: string;
  content: string;
}

/** Draws each picture as PNG, in the order of the drawings. What the tile leaves out is transparent. */
export async function drawPictures(drawings: readonly Drawing[]): Promise<Buffer[]> {
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: ['--no-sandbox'] });
  const drawn: Buffer[] = [];
  for (const { width, height, style, content } of drawings) {
    const page = await browser.newPage({ viewport: { width, height } });
    const frame = `width:100%;height:100%;display:grid;place-items:center;${style}`;
    await page.setContent(`<body style="margin:0"><div style="${frame}">${content}</div>`);
    drawn.push(await page.screenshot({ omitBackground: true }));
    await page.close();
  }
  await browser.close();
  return drawn;
}
