import type { Instrument } from '../contract/api/instruments.ts';
import type { Page } from 'playwright';
import { CPU_THROTTLING, percentile, spread, type Bench, type Figure } from './measure.ts';
import { untilPainted } from './paint.ts';
import { coldVisit, waitUntilAlive } from './visit.ts';

const ROWS = 3_000;
const LIMIT_MS = 50;
/** After the pointer comes near the button, the page loads the code and the coins, and indexes the coins. */
const APPROACH_MS = 2_000;
const PAUSE_MS = 250;
/** Tickers: each key marks one more character in the first row, so each key paints something. */
const QUERIES = ['usdt1', 'btc1', 'sol1'];
const FIRST_ROW = 'dialog [role=option]';
const STATUS = 'dialog [role=status]';

/** Measures the coin selector with 3,000 coins: from the press to its rows, and from each key of a search to the results. */
export async function measureSelecting({ exchange, browser, runs }: Bench): Promise<Figure[]> {
  const coins = await manyInstruments(exchange);
  const opening: number[] = [];
  const keys: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const { page, close } = await coldVisit(browser, { cpuThrottling: CPU_THROTTLING });
    await page.route('**/api/v2/instruments/public**', (route) => route.fulfill({ json: coins }));
    await page.goto(exchange);
    await waitUntilAlive(page, '#exchange-send');
    await page.waitForTimeout(1_000);
    const button = 'form button[aria-haspopup=dialog]';
    const fetched = page.waitForResponse('**/api/v2/instruments/public**');
    await page.hover(button);
    await fetched;
    await page.waitForTimeout(APPROACH_MS);
    opening.push(await untilPainted(page, { event: 'click', on: button, watch: [FIRST_ROW] }, () => page.click(button)));
    await page.waitForTimeout(500);
    keys.push(...(await search(page, QUERIES[run % QUERIES.length] ?? '')));
    await close();
  }
  const figure = (name: string, samples: number[]): Figure => ({
    name: `${name}, ${ROWS} coins, ${CPU_THROTTLING} × slower CPU`,
    unit: 'ms',
    ours: percentile(samples, 0.5),
    floor: null,
    target: { kind: 'atMost', value: LIMIT_MS },
    note: spread(samples),
  });
  return [figure('coin selector opens', opening), figure('coin selector, each key', keys)];
}

async function search(page: Page, query: string): Promise<number[]> {
  const samples: number[] = [];
  const watch = { event: 'keydown', on: 'dialog [role=combobox]', watch: [FIRST_ROW, STATUS] } as const;
  for (const key of [...query, ...Array<string>(query.length - 1).fill('Backspace')]) {
    samples.push(await untilPainted(page, watch, () => page.keyboard.press(key)));
    await page.waitForTimeout(PAUSE_MS);
  }
  return samples;
}

/** Returns the host's own instruments, repeated under other names until there are enough. */
async function manyInstruments(exchange: string): Promise<Instrument[]> {
  const answer = await fetch(new URL('/api/v2/instruments/public', exchange));
  const known = (await answer.json()) as Instrument[];
  return Array.from({ length: ROWS }, (_, index) => {
    const instrument = known[index % known.length];
    if (!instrument) throw new Error('The host has no instruments');
    const round = Math.floor(index / known.length);
    if (round === 0) return instrument;
    return {
      ...instrument,
      slug: `${instrument.slug}${round}`,
      currencyTitle: `${instrument.currencyTitle}${round}`,
      currencyFriendlyTitle: `${instrument.currencyFriendlyTitle} ${round}`,
      popularity: index + 1,
    };
  });
}
