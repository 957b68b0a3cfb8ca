import { amount, toDecimal, type Amount, type Decimal } from '../../contract/money.ts';
import type { Logger } from '../common/log.ts';
import type { Database } from '../db/database.ts';
import { deleteFeeSamplesBefore, insertFeeSamples, listFeeSamples } from '../db/repositories/networkFees.ts';
import type { NetworkFees } from './networkFees.ts';

const HOUR_MS = 3_600_000;
const INTERVAL_MS = 60_000;
/** Samples of a full history, one for each hour (D67). */
const DAY_SAMPLES = 24;
/** Position of the 90th percentile among the sorted samples of a day. */
const PERCENTILE_INDEX = Math.ceil(DAY_SAMPLES * 0.9) - 1;

interface SampleParts {
  database: Database;
  fees: Pick<NetworkFees, 'estimates' | 'useHistory'>;
  log: Logger;
  now?: () => number;
}

/**
 * Stores what transfers cost once an hour, and gives the fees of fixed rates the history of the last day (D67). All processes share the
 * samples. Resolves to a stop function.
 */
export async function keepFeeSamples(parts: SampleParts): Promise<() => Promise<void>> {
  let running: Promise<void> | null = null;
  const run = (): Promise<void> => (running ??= sampleFees(parts).finally(() => (running = null)));
  await run();
  const timer = setInterval(() => void run(), INTERVAL_MS);
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** Stores the samples of this hour and reads those of the last day. A failure is logged; the next round repeats it. */
export async function sampleFees({ database, fees, log, now = Date.now }: SampleParts): Promise<void> {
  const hour = now() - (now() % HOUR_MS);
  const since = hour - (DAY_SAMPLES - 1) * HOUR_MS;
  try {
    const samples = [...fees.estimates()].map(([instrument, fee]) => ({ instrument, hour, amount: toDecimal(fee) }));
    await insertFeeSamples(database, samples);
    fees.useHistory(percentilesOf(await listFeeSamples(database, since)));
    await deleteFeeSamplesBefore(database, since - HOUR_MS);
  } catch (error) {
    log.warn({ err: error }, 'could not store the network fees of this hour; the next attempt is in a minute');
  }
}

/** Returns the 90th percentile of each instrument with a sample of every hour of the last day. */
function percentilesOf(samples: readonly { instrument: string; amount: Decimal }[]): Map<string, Amount> {
  const found = new Map<string, Amount>();
  for (const [instrument, own] of Map.groupBy(samples, (sample) => sample.instrument)) {
    const sorted = own.map((sample) => amount(sample.amount)).toSorted((left, right) => left.cmp(right));
    const percentile = sorted.length >= DAY_SAMPLES ? sorted[PERCENTILE_INDEX] : undefined;
    if (percentile) found.set(instrument, percentile);
  }
  return found;
}
