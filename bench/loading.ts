import lighthouse, { desktopConfig, type Flags } from 'lighthouse';
import { chromium } from 'playwright';
import { freePort } from '../scripts/site/freePort.ts';
import { median, repeat, spread, type Bench, type Figure } from './measure.ts';

type Loading = Readonly<Record<'largestPaint' | 'blocking' | 'shift' | 'performance', number | undefined>>;

const SHIFT_LIMIT = 0.005;
const BLOCKING_LIMIT_MS = 150;

/** Measures cold loads with Lighthouse: with applied throttling, and simulated for a phone and for a desktop. */
export async function measureLoading({ exchange, floors, chromiumPath, runs }: Bench): Promise<Figure[]> {
  const applied = { throttlingMethod: 'devtools' } as const;
  const simulated = { throttlingMethod: 'simulate' } as const;
  // In turn, so that a machine that is busy for a while slows down all of them.
  const loads = await repeat(runs, async () => ({
    oursApplied: await load(exchange, { chromiumPath, flags: applied }),
    floorApplied: await load(floors.rendered, { chromiumPath, flags: applied }),
    formApplied: await load(floors.form, { chromiumPath, flags: applied }),
    ours: await load(exchange, { chromiumPath, flags: simulated }),
    floor: await load(floors.rendered, { chromiumPath, flags: simulated }),
    oursDesktop: await load(exchange, { chromiumPath, flags: simulated, isDesktop: true }),
    floorDesktop: await load(floors.rendered, { chromiumPath, flags: simulated, isDesktop: true }),
  }));
  const pick = (name: keyof (typeof loads)[number]) => loads.map((run) => run[name]);
  const [oursApplied, floorApplied, formApplied] = [pick('oursApplied'), pick('floorApplied'), pick('formApplied')];
  const [ours, floor, oursDesktop, floorDesktop] = [pick('ours'), pick('floor'), pick('oursDesktop'), pick('floorDesktop')];
  // With throttling applied, Lighthouse cannot measure blocking time while other processes use the CPU.
  const all = (some: readonly Loading[], key: keyof Loading) => some.flatMap((one) => one[key] ?? []);
  const of = (some: readonly Loading[], key: keyof Loading) => median(all(some, key));
  const largest = all(oursApplied, 'largestPaint');
  return [
    {
      name: 'largest paint, telephone, throttling applied',
      unit: 'ms',
      ours: median(largest),
      floor: of(floorApplied, 'largestPaint'),
      target: { kind: 'atMostFloor', times: 1.4 },
      note: `${spread(largest)}; a form without script: ${Math.round(of(formApplied, 'largestPaint'))} ms`,
    },
    {
      name: 'total blocking time, telephone',
      unit: 'ms',
      ours: of(ours, 'blocking'),
      floor: of(floor, 'blocking'),
      target: { kind: 'atMost', value: BLOCKING_LIMIT_MS },
      note: spread(all(ours, 'blocking')),
    },
    {
      name: 'layout shift',
      unit: 'shift',
      ours: Math.max(...all([...ours, ...oursApplied, ...oursDesktop], 'shift')),
      floor: of(floor, 'shift'),
      target: { kind: 'atMost', value: SHIFT_LIMIT },
      note: `the worst of ${3 * runs} loads`,
    },
    {
      name: 'performance score, telephone',
      unit: 'points',
      ours: of(ours, 'performance'),
      floor: of(floor, 'performance'),
      target: { kind: 'atLeast', value: 95 },
      note: spread(all(ours, 'performance')),
    },
    {
      name: 'performance score, desktop',
      unit: 'points',
      ours: of(oursDesktop, 'performance'),
      floor: of(floorDesktop, 'performance'),
      target: { kind: 'atLeast', value: 100 },
      note: spread(all(oursDesktop, 'performance')),
    },
  ];
}

/** Loads the page once in a new browser, so that nothing is cached. */
async function load(
  url: string,
  { chromiumPath, flags, isDesktop = false }: { chromiumPath: string; flags: Flags; isDesktop?: boolean },
): Promise<Loading> {
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: [
      `--remote-debugging-port=${port}`,
      '--disable-background-networking',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });
  try {
    const result = await lighthouse(
      url,
      { ...flags, port, logLevel: 'error', onlyCategories: ['performance'] },
      isDesktop ? desktopConfig : undefined,
    );
    const { audits, categories, runtimeError } = result?.lhr ?? {};
    if (runtimeError) throw new Error(`Lighthouse: ${runtimeError.message}`);
    const value = (audit: string) => audits?.[audit]?.numericValue;
    return {
      largestPaint: value('largest-contentful-paint'),
      blocking: value('total-blocking-time'),
      shift: value('cumulative-layout-shift'),
      performance: Math.round((categories?.['performance']?.score ?? 0) * 100),
    };
  } finally {
    await browser.close();
  }
}
