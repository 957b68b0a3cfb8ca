import { availableParallelism, loadavg } from 'node:os';
import { chromium } from 'playwright-core';
import { buildFloors } from '../bench/floors/build.ts';
import { startFloors } from '../bench/floors/startFloors.ts';
import { measureLoading } from '../bench/loading.ts';
import type { Figure, Measurement } from '../bench/measure.ts';
import { measureQuoting } from '../bench/quoting.ts';
import { measureRendering } from '../bench/rendering.ts';
import { remarks, table } from '../bench/report.ts';
import { measureSelecting } from '../bench/selecting.ts';
import { measureTyping } from '../bench/typing.ts';
import { measureWeight } from '../bench/weight.ts';
import { startSite } from '../tests/support/site.ts';
import { build, isBuilt } from './build.ts';
import { ensureChromium } from './chromium.ts';

/**
 * `npm run bench`: every figure of the exchange page beside a floor measured in the same run. `--runs=1` measures less
 * often, `--only=typing,weight` less. Fails only when something could not be measured: a missed target is a finding.
 */
const MEASUREMENTS: Readonly<Record<string, Measurement>> = {
  loading: measureLoading,
  weight: measureWeight,
  typing: measureTyping,
  quoting: measureQuoting,
  selecting: measureSelecting,
  rendering: measureRendering,
};
const PAIR = '/exchange-btc-usdttrc20';

const option = (name: string) => process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1];
const runs = Number(option('runs') ?? 5);
const wanted = option('only')?.split(',') ?? Object.keys(MEASUREMENTS);

if (!(await isBuilt())) {
  console.log('Building the site…');
  await build();
}
await buildFloors();
const chromiumPath = await ensureChromium();
const site = await startSite();
const floors = await startFloors();
const browser = await chromium.launch({
  executablePath: chromiumPath,
  args: ['--disable-background-networking', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
});
const figures: Figure[] = [];
const busy = [howBusy()];
try {
  for (const name of wanted) {
    const measure = MEASUREMENTS[name];
    if (!measure) {
      console.error(`There is no measurement "${name}": ${Object.keys(MEASUREMENTS).join(', ')}`);
      process.exitCode = 1;
      continue;
    }
    console.log(`Measuring ${name}…`);
    try {
      figures.push(...(await measure({ exchange: site.url + PAIR, floors, browser, chromiumPath, runs })));
    } catch (error) {
      console.error(`${name} could not be measured:`, error);
      process.exitCode = 1;
    }
  }
} finally {
  await Promise.all([browser.close(), floors.stop(), site.stop()]);
}
busy.push(howBusy());
console.log(
  `\nLoad of the ${availableParallelism()} cores before and after: ${busy.join(', ')}. Above 1 each, times and their ratios are noise.`,
);
console.log(`\n${PAIR}, medians of ${runs} cold runs\n\n${table(figures)}\n\n${remarks(figures)}`);

/** Processes that want a core, for each core there is, over the last minute. */
function howBusy(): string {
  return ((loadavg()[0] ?? 0) / availableParallelism()).toFixed(1);
}
