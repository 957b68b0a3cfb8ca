import { CPU_THROTTLING, percentile, spread, type Bench, type Figure } from './measure.ts';
import { untilPainted } from './paint.ts';
import { coldVisit, waitUntilAlive } from './visit.ts';
import type { Browser } from 'playwright';

const ROUNDS = 5;
const KEYSTROKES_PER_ROUND = 10;
/** Long enough to receive and paint the host's quote before the next key */
const PAUSE_MS = 400;

/** Measures the time from a key to the estimate, which the page computes from the last rate; on the empty page, to the echo. */
export async function measureTyping({ exchange, floors, browser }: Bench): Promise<Figure[]> {
  const echo = { on: '#amount', watch: ['#echo'] };
  const pages = [
    await openForTyping(browser, exchange, { on: '#exchange-send', watch: ['#exchange-receive'] }),
    await openForTyping(browser, floors.spa, echo),
    await openForTyping(browser, floors.rendered, echo),
  ];
  const samples: number[][] = pages.map(() => []);
  // In turn, so that a machine that is busy for a while slows down all of them.
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, { type }] of pages.entries()) samples[index]?.push(...(await type()));
  }
  await Promise.all(pages.map(({ close }) => close()));
  const [ours = [], ...floor] = samples;
  return [
    {
      name: 'key to painted estimate, 4 × slower CPU',
      unit: 'ms',
      ours: percentile(ours, 0.5),
      floor: percentile(floor.flat(), 0.5),
      target: { kind: 'atMostFloor', times: 1.5 },
      note: spread(ours),
    },
  ];
}

interface TypedPage {
  /** Types some keys. Returns the milliseconds of each. */
  type(): Promise<number[]>;
  close(): Promise<void>;
}

async function openForTyping(browser: Browser, url: string, field: { on: string; watch: string[] }): Promise<TypedPage> {
  const { page, close } = await coldVisit(browser, { cpuThrottling: CPU_THROTTLING });
  await page.goto(url);
  await waitUntilAlive(page, field.on);
  await page.click(field.on);
  await page.keyboard.press('End');
  await page.waitForTimeout(2_000);
  const type = async (): Promise<number[]> => {
    await page.bringToFront();
    const samples: number[] = [];
    for (let count = 0; count < KEYSTROKES_PER_ROUND; count += 1) {
      // A digit and its removal in turn, so that the amount stays within the limits.
      const key = count % 2 === 0 ? String(1 + (count % 9)) : 'Backspace';
      samples.push(await untilPainted(page, { event: 'keydown', ...field }, () => page.keyboard.press(key)));
      await page.waitForTimeout(PAUSE_MS);
    }
    return samples;
  };
  return { type, close };
}
