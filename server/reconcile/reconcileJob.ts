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

/** Stored as JSON in the database. */
type Report = Pick<Reconciliation, 'differences' | 'unchecked'>;

export interface ReconcileJob {
  /** Runs once unless another process holds the lease, and stores the result. Never rejects. */
  run(): Promise<void>;
  /** Returns the cached result of the last run of any process, at most `REFRESH_MS` old; null before the first. */
  last(): Pick<ReconcileState, 'alarms' | 'notices' | 'ended_at'> | null;
  /**
   * Records the opening capital of the treasuries, then resolves. Runs at once and every `everySeconds` afterwards. The returned
   * stop function aborts the current run before its next network request.
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
/** Interval of full runs; the runs in between read only newer entries. */
const FULL_EVERY_MS = 24 * 3_600_000;
const MAX_REPORTED = 100;
/** Interval at which a process reads the result of the others. */
const REFRESH_MS = 5_000;

/** Creates the job that reconciles periodically, in one of the processes that share the database. */
export function createReconcileJob({ context, log, everySeconds, settleMs = 2_000 }: ReconcileJobOptions): ReconcileJob {
  const { database, now } = context;
  const owner = randomUUID();
  let known: ReconcileState | null = null;

  const refresh = async (): Promise<void> => {
    known = (await findReconcileState(database)) ?? null;
  };
  const refreshOrKeep = (): void => {
    // The cached result stays valid. The health probe reports an unreachable database.
    void refresh().catch(() => undefined);
  };

  const stopping = new AbortController();
  const claim = (): Promise<boolean> =>
    claimLease(database, { name: LEASE_NAME, owner, now: now(), until: now() + everySeconds * 1_000 });
  /** Renews the lease: a run may take longer than it lasts. */
  const onProgress = async (): Promise<void> => {
    if (!(await claim())) throw new Error('the reconcile lease was lost to another process');
  };

  const run = async (): Promise<void> => {
    try {
      if (await claim()) await reconcileOnce();
      await refresh();
    } catch (error) {
      if (stopping.signal.aborted) return;
      // The database failed, which the health probe reports too, or this process was suspended and lost its lease.
      log.error({ err: error }, 'reconcile: the run failed; the next one starts on schedule');
    }
  };

  const reconcileOnce = async (): Promise<void> => {
    const state = await findReconcileState(database);
    const common = { settleMs, onProgress, signal: stopping.signal, standing: state ? differencesIn(state.report) : [] };
    // After an alarm only a full run counts: an incremental run without a difference must not clear it.
    const isFullDue = !state || state.alarms > 0 || now() - state.full_at >= FULL_EVERY_MS;
    let result = await reconcile(context, { earlier: isFullDue ? null : await earlier(state), ...common });
    let isFull = isFullDue;
    // A full run must confirm the differences of an incremental one. This also repairs wrong totals.
    if (!isFull && result.differences.length > 0) {
      result = await reconcile(context, common);
      isFull = true;
    }
    const { ALARM = [], NOTICE = [] } = Object.groupBy(result.differences, ({ severity }) => severity);
    // Alarms first: notices, which any sender of coins can cause, must not displace them.
    const reported = [...ALARM, ...NOTICE].slice(0, MAX_REPORTED);
    await writeReconcileState(
      database,
      {
        totals_until: result.until,
        ended_at: now(),
        full_at: isFull ? now() : (state?.full_at ?? now()),
        alarms: ALARM.length,
        notices: NOTICE.length,
        report: JSON.stringify({ differences: reported, unchecked: result.unchecked } satisfies Report),
      },
      [...result.totals.values()],
    );
    logResult(log, { ...result, differences: reported }, result.differences.length);
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
          log.warn({ err: error }, 'reconcile: could not release the lease; it expires by itself'),
        );
      };
    },
  };
}

function differencesIn(report: string): readonly Difference[] {
  const { differences }: Report = JSON.parse(report);
  return differences;
}

function logResult(log: Logger, { differences, unchecked, orders, sends }: Reconciliation, count: number): void {
  for (const difference of differences) {
    const level = difference.severity === 'ALARM' ? 'error' : 'warn';
    log[level]({ difference: difference.key }, `reconcile: ${line(difference)}`);
  }
  for (const { what, why } of unchecked) log.warn({ what, why }, 'reconcile: check failed because a network did not answer');
  log.info({ orders, sends, differences: count, unchecked: unchecked.length }, 'reconcile: run finished');
}
