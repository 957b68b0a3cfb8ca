import { availableParallelism, loadavg } from 'node:os';
import { chromium } from 'playwright';
import { measureDesktop } from '../bench/desktop/desktop.ts';
import { buildFloors } from '../bench/floors/build.ts';
import { measureLoading } from '../bench/loading.ts';
import type { Figure, FloorPages, Measurement } from '../bench/measure.ts';
import { measureQuoting } from '../bench/quoting.ts';
import { measureRendering } from '../bench/rendering.ts';
import { remarks, table } from '../bench/report.ts';
import { measureSelecting } from '../bench/selecting.ts';
import { measureAccounts } from '../bench/server/accounts.ts';
import { measureBatching } from '../bench/server/batching.ts';
import { measureBackup } from '../bench/server/backup.ts';
import { measureCollecting } from '../bench/server/collecting.ts';
import { measureReadingBlocks } from '../bench/server/readingBlocks.ts';
import { measureConsole } from '../bench/server/console.ts';
import { measureDocs } from '../bench/server/docs.ts';
import { measureIdle } from '../bench/server/idle.ts';
import { measureIdentity } from '../bench/server/identity.ts';
import { measureLive } from '../bench/server/live.ts';
import { measureHistory } from '../bench/server/history.ts';
import { measureOrders } from '../bench/server/orders.ts';
import { startServer } from '../bench/server/process.ts';
import { measureReading } from '../bench/server/reading.ts';
import { measureSettling } from '../bench/server/settling.ts';
import { measureTyping } from '../bench/typing.ts';
import { measureWeight } from '../bench/weight.ts';
import { startSite } from '../tests/support/browser/site.ts';
import { buildStale } from './builds/stamps.mjs';
import { ensureChromium } from './chromium.ts';

/**
 * `npm run bench`: measures the exchange page, the API host and the desktop app, each next to a baseline of the same run. `--runs=1`
 * repeats less often, `--only=typing,live` selects measurements, `--orders=1000000` sets how many `console` stores. Fails only if a measurement fails, not for a missed target.
 */

/** Measurements of the page in a browser */
const MEASUREMENTS: Readonly<Record<string, Measurement>> = {
  loading: measureLoading,
  weight: measureWeight,
  typing: measureTyping,
  quoting: measureQuoting,
  selecting: measureSelecting,
  rendering: measureRendering,
};
/** Measurements without a browser: the API host, the desktop's main process */
const SERVER_MEASUREMENTS: Readonly<Record<string, () => Promise<Figure[]>>> = {
  idle: measureIdle,
  live: measureLive,
  reading: measureReading,
  accounts: measureAccounts,
  orders: measureOrders,
  history: measureHistory,
  identity: measureIdentity,
  docs: measureDocs,
  settling: measureSettling,
  backup: measureBackup,
  collecting: measureCollecting,
  blocks: measureReadingBlocks,
  batches: measureBatching,
  console: async () => await measureConsole(Number(option('orders') ?? 100_000)),
  desktop: measureDesktop,
};
const PAIR = '/exchange-btc-usdttrc20';

const option = (name: string) => process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1];
const runs = Number(option('runs') ?? 5);
const names = [...Object.keys(MEASUREMENTS), ...Object.keys(SERVER_MEASUREMENTS)];
const wanted = option('only')?.split(',') ?? names;
const figures: Figure[] = [];
const busy = [howBusy()];

for (const name of wanted.filter((one) => !names.includes(one))) {
  console.error(`There is no measurement "${name}": ${names.join(', ')}`);
  process.exitCode = 1;
}
// The host first, before the site and the browser run.
for (const name of wanted) {
  const measure = SERVER_MEASUREMENTS[name];
  if (measure) await attempt(name, measure);
}
const pages = wanted.filter((name) => Object.hasOwn(MEASUREMENTS, name));
if (pages.length > 0) await measurePages(pages);
busy.push(howBusy());
console.log(
  `\nLoad of the ${availableParallelism()} cores before and after: ${busy.join(', ')}. Above 1 each, times and their ratios are noise.`,
);
console.log(`\n${PAIR}, medians of ${runs} cold runs; the API host\n\n${table(figures)}\n\n${remarks(figures)}`);

async function measurePages(pages: readonly string[]): Promise<void> {
  buildStale(['server', 'site']);
  await buildFloors();
  const chromiumPath = await ensureChromium({ isFull: true });
  const site = await startSite();
  const floors = await startServer('bench/floors/serve.ts');
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ['--disable-background-networking', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
  try {
    for (const name of pages) {
      const measure = MEASUREMENTS[name];
      const bench = { exchange: site.url + PAIR, floors: floorPages(floors.origin), browser, chromiumPath, runs };
      if (measure) await attempt(name, () => measure(bench));
    }
  } finally {
    await Promise.all([browser.close(), floors.stop(), site.stop()]);
  }
}

function floorPages(origin: string): FloorPages {
  return { form: `${origin}/form`, spa: `${origin}/spa`, rendered: `${origin}/rendered` };
}

async function attempt(name: string, measure: () => Promise<Figure[]>): Promise<void> {
  console.log(`Measuring ${name}…`);
  try {
    figures.push(...(await measure()));
  } catch (error) {
    console.error(`${name} could not be measured:`, error);
    process.exitCode = 1;
  }
}

/** Load average of the last minute per core. */
function howBusy(): string {
  return ((loadavg()[0] ?? 0) / availableParallelism()).toFixed(1);
}
