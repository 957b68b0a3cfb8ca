import { randomUUID } from 'node:crypto';
import { claimLease, releaseLease } from '../db/repositories/leases.ts';
import {
  findReconcileState,
  listReconcileTotals,
  writeReconcileState,
  type ReconcileState,
} from '../db/repositories/reconcile.ts';
import type { Logger } from '../log.ts';
import { countTreasuries } from './balances.ts';
import { line, type Difference, type ReconcileContext } from './difference.ts';
import { reconcile, type Reconciliation } from './reconcile.ts';

/** As JSON in the database; for the next run, and for whoever looks. */
type Report = Pick<Reconciliation, 'differences' | 'unchecked'>;

export interface ReconcileJob {
  /** One run, when no other process is at it; the database keeps what it found. Never rejects. */
  run(): Promise<void>;
  /** What the last run of any process found; null before the first. From memory, some seconds old. */
  last(): Pick<ReconcileState, 'alarms' | 'notices' | 'ended_at'> | null;
  /**
   * Resolves when treasuries that nobody ever counted are counted: before the host listens. Then it runs at once, and again
   * and again; the stop ends the run at work at its next question to a network.
   */
  start(): Promise<() => Promise<void>>;
}

interface ReconcileJobOptions {
  context: ReconcileContext;
  log: Logger;
  everySeconds: number;
  settleMs?: number;
}

const LEASE_NAME = 'reconcile';
/** How often the whole ledger is read; in between, what was written since. */
const FULL_EVERY_MS = 24 * 3_600_000;
const MOST_TOLD = 100;
/** How soon a process knows what another one has found. */
const REFRESH_MS = 5_000;

/** Reconciles by itself: one process of those that share the database, every few minutes. */
export function createReconcileJob({ context, log, everySeconds, settleMs = 2_000 }: ReconcileJobOptions): ReconcileJob {
  const { database, now } = context;
  const owner = randomUUID();
  let known: ReconcileState | null = null;

  const refresh = async (): Promise<void> => {
    known = (await findReconcileState(database)) ?? null;
  };
  const refreshOrKeep = (): void => {
    // What was known holds: that the database is away, the health probe says.
    void refresh().catch(() => undefined);
  };

  const stopping = new AbortController();
  const claim = (): Promise<boolean> =>
    claimLease(database, { name: LEASE_NAME, owner, now: now(), until: now() + everySeconds * 1_000 });
  /** A run may take longer than the lease lasts. */
  const onProgress = async (): Promise<void> => {
    if (!(await claim())) throw new Error('another process reconciles by now');
  };

  const run = async (): Promise<void> => {
    try {
      if (await claim()) await reconcileOnce();
      await refresh();
    } catch (error) {
      if (stopping.signal.aborted) return;
      // The database itself failed, which the health probe says; or this process was asleep for too long.
      log.error({ err: error }, 'reconciling failed');
    }
  };

  const reconcileOnce = async (): Promise<void> => {
    const state = await findReconcileState(database);
    const common = { settleMs, onProgress, signal: stopping.signal, standing: state ? differencesIn(state.report) : [] };
    // What once differed is found by a look at the whole only: a part of it that agrees must not end an alarm.
    const isFullDue = !state || state.alarms > 0 || now() - state.full_at >= FULL_EVERY_MS;
    let result = await reconcile(context, { earlier: isFullDue ? null : await earlier(state), ...common });
    let isFull = isFullDue;
    // What a part says is told only when the whole says it too: totals of a clock that went wrong mend themselves so.
    if (!isFull && result.differences.length > 0) {
      result = await reconcile(context, common);
      isFull = true;
    }
    const { ALARM = [], NOTICE = [] } = Object.groupBy(result.differences, ({ severity }) => severity);
    // Alarms first: what anybody can make, by sending us a coin, must not push them out.
    const told = [...ALARM, ...NOTICE].slice(0, MOST_TOLD);
    await writeReconcileState(
      database,
      {
        totals_until: result.until,
        ended_at: now(),
        full_at: isFull ? now() : (state?.full_at ?? now()),
        alarms: ALARM.length,
        notices: NOTICE.length,
        report: JSON.stringify({ differences: told, unchecked: result.unchecked } satisfies Report),
      },
      [...result.totals.values()],
    );
    tell(log, { ...result, differences: told }, result.differences.length);
  };

  const earlier = async (state: ReconcileState) => ({
    until: state.totals_until,
    totals: new Map((await listReconcileTotals(database)).map((row) => [`${row.account} ${row.instrument}`, row])),
  });

  return {
    run,
    last: () => known,
    start: async () => {
      await countTreasuries(context);
      let running: Promise<void> | null = null;
      const begin = (): void => {
        running ??= run().finally(() => (running = null));
      };
      begin();
      const timers = [setInterval(begin, everySeconds * 1_000), setInterval(refreshOrKeep, REFRESH_MS)];
      return async () => {
        for (const timer of timers) clearInterval(timer);
        stopping.abort();
        await running;
        await releaseLease(database, LEASE_NAME, owner).catch((error: unknown) =>
          log.warn({ err: error }, 'lease not given back'),
        );
      };
    },
  };
}

function differencesIn(report: string): readonly Difference[] {
  const { differences }: Report = JSON.parse(report);
  return differences;
}

function tell(log: Logger, { differences, unchecked, orders, sends }: Reconciliation, count: number): void {
  for (const difference of differences) {
    const level = difference.severity === 'ALARM' ? 'error' : 'warn';
    log[level]({ difference: difference.key }, `reconcile: ${line(difference)}`);
  }
  for (const { what, why } of unchecked) log.warn({ what, why }, 'reconcile: not checked');
  log.info({ orders, sends, differences: count, unchecked: unchecked.length }, 'reconciled');
}
