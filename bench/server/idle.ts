import { setTimeout as wait } from 'node:timers/promises';
import type { Figure } from '../measure.ts';
import { readStatements } from './hostMetrics.ts';
import { startApi } from './process.ts';

const SECONDS = 60;

/** Measures what a host does while nobody calls it: statements by kind, and processor time. */
export async function measureIdle(): Promise<Figure[]> {
  const api = await startApi();
  try {
    const [before, began, usedBefore] = [await readStatements(api.origin), performance.now(), api.usage()];
    await wait(SECONDS * 1_000);
    const [after, used] = [await readStatements(api.origin), api.usage()];
    const seconds = (performance.now() - began) / 1_000;
    const rates = [...after].map(([kind, count]) => ({ kind, rate: (count - (before.get(kind) ?? 0)) / seconds }));
    const made = rates.filter(({ rate }) => rate > 0).toSorted((one, other) => other.rate - one.rate);
    return [
      {
        name: 'statements of an idle host',
        unit: 'per second',
        ours: made.reduce((sum, { rate }) => sum + rate, 0),
        floor: null,
        target: { kind: 'atMost', value: 20 },
        note: made.map(({ kind, rate }) => `${kind} ${rate.toFixed(1)}`).join(', '),
      },
      {
        name: 'processor time of an idle host, share of a core',
        unit: 'share',
        ours: (used.cpuSeconds - usedBefore.cpuSeconds) / seconds,
        floor: null,
        target: { kind: 'atMost', value: 0.015 },
        note: `in ${SECONDS} s, without its first reconciliation`,
      },
    ];
  } finally {
    await api.stop();
  }
}
