import type { Browser } from 'playwright';
import { median, repeat, type Bench, type Figure } from './measure.ts';
import { coldVisit, waitUntilAlive } from './visit.ts';

interface Weight {
  /** Bytes of the scripts that had been loaded when the form worked, with headers */
  script: number;
  /** Bytes of everything that was loaded until the page was idle */
  all: number;
  heap: number;
  largest: string;
}

const SCRIPT_LIMIT_KB = 152;
const ALL_LIMIT_KB = 280;
/** A page is idle after this time without a response. Longer than its delays before a prefetch or a poll. */
const REST_MS = 6_000;

/** Measures the bytes of a page over the network, as the browser counts them, and its heap after a garbage collection. */
export async function measureWeight({ exchange, floors, browser, runs }: Bench): Promise<Figure[]> {
  const weigh = (url: string, selector: string) => repeat(runs, () => weighOnce(browser, url, selector));
  const ours = await weigh(exchange, '#exchange-send');
  const rendered = await weigh(floors.rendered, '#amount');
  const spa = await weigh(floors.spa, '#amount');
  const of = (weights: Weight[], key: 'script' | 'all' | 'heap') => median(weights.map((weight) => weight[key]));
  return [
    {
      name: 'JavaScript until the form works',
      unit: 'kB',
      ours: of(ours, 'script') / 1_000,
      floor: of(rendered, 'script') / 1_000,
      target: { kind: 'atMost', value: SCRIPT_LIMIT_KB },
    },
    {
      name: 'all bytes of our own',
      unit: 'kB',
      ours: of(ours, 'all') / 1_000,
      floor: of(rendered, 'all') / 1_000,
      target: { kind: 'atMost', value: ALL_LIMIT_KB },
      note: ours[0]?.largest ?? '',
    },
    {
      name: 'heap after a collection',
      unit: 'MB',
      ours: of(ours, 'heap') / 1_000_000,
      floor: of(spa, 'heap') / 1_000_000,
      target: { kind: 'atMostFloor', times: 2.2 },
    },
  ];
}

async function weighOnce(browser: Browser, url: string, selector: string): Promise<Weight> {
  const { page, devtools, close } = await coldVisit(browser);
  const kinds = new Map<string, { type: string; name: string }>();
  const finished: { type: string; name: string; bytes: number; at: number }[] = [];
  devtools.on('Network.responseReceived', ({ requestId, type, response }) =>
    kinds.set(requestId, { type, name: new URL(response.url).pathname }),
  );
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const { type, name } = kinds.get(requestId) ?? { type: 'Other', name: '?' };
    finished.push({ type, name, bytes: encodedDataLength, at: Date.now() });
  });
  await devtools.send('Network.enable');
  await page.goto(url, { waitUntil: 'commit' });
  await waitUntilAlive(page, selector);
  const script = finished.filter(({ type }) => type === 'Script').reduce((total, { bytes }) => total + bytes, 0);
  do await page.waitForTimeout(REST_MS / 5);
  while (Date.now() - (finished.at(-1)?.at ?? 0) < REST_MS);
  await devtools.send('HeapProfiler.enable');
  await devtools.send('HeapProfiler.collectGarbage');
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  await close();
  return { script, all: finished.reduce((total, { bytes }) => total + bytes, 0), heap: usedSize, largest: largest(finished) };
}

function largest(files: readonly { type: string; bytes: number }[]): string {
  const byType = new Map<string, number>();
  for (const { type, bytes } of files) byType.set(type, (byType.get(type) ?? 0) + bytes);
  return [...byType]
    .toSorted(([, left], [, right]) => right - left)
    .map(([type, bytes]) => `${type} ${(bytes / 1_000).toFixed(1)}`)
    .join(', ');
}
