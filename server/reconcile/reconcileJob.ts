import { randomUUID } from 'node:crypto';
import { isoTime } from '../../contract/isoTime.ts';
import { claimLease, releaseLease } from '../db/repositories/leases.ts';
import { findReconcileState } from '../db/repositories/reconcile.ts';
import type { Logger } from '../common/log.ts';
import type { PaymentContext } from '../payments/paymentContext.ts';
import { countTreasuries } from './balances.ts';
import { readBooks, type Alarm, type Books } from './books.ts';
import { line, type ReconcileContext } from './difference.ts';
import { describeObject, groupOfObject } from './objects.ts';
import { reconcile, UNREAD_ALARM_MS, type Reconciliation } from './reconcile.ts';

/** What health and metrics show about the books. */
export interface BooksSummary {
  alarms: number;
  /** What the alarms concern: slugs of networks, EARNINGS, or ALL */
  alarmParts: string[];
  notices: number;
  /** Number of objects that could not be read */
  unread: number;
  /** The same objects by kind and coin or network, without order ids. Empty when all that was due was read. */
  notChecked: NotChecked[];
  /** End of the last run, in ms since 1970 */
  ended_at: number;
}

export interface NotChecked {
  /** Such as "treasury usdterc20" or "sends tron" */
  what: string;
  count: number;
  /** ISO 8601 */
  since: string;
}

export interface ReconcileJob {
  /** Runs once unless another process holds the lease, and stores the result. Never rejects. */
  run(): Promise<void>;
  /**
   * Returns the cached result of the last run of any process, at most `REFRESH_MS` old; null before the first. Adds an alarm when no run
   * has ended for as long as an object may stay unread.
   */
  last(): BooksSummary | null;
  /** As `PaymentContext` describes it, at most `REFRESH_MS` old. While no run ends for too long, that is an alarm about everything. */
  alarmSince: PaymentContext['alarmSince'];
  /**
   * Books the opening capital of the treasuries, then resolves. Runs at once and every `everySeconds` afterwards. The returned
   * stop function aborts the current run before its next network request.
   */
  start(): Promise<() => Promise<void>>;
}

interface ReconcileJobOptions {
  context: ReconcileContext;
  log: Logger;
  everySeconds: number;
  /** How long an object may stay unread before it is an alarm, in ms. At least two runs. */
  unreadAlarmMs?: number;
  settleMs?: number;
}

const LEASE_NAME = 'reconcile';
/** A run renews its lease once in this share of its time. Each renewal is a durable commit, and a run has hundreds of pages. */
const RENEWAL_SHARE = 0.1;
/** Interval of full runs; the runs in between check what changed. */
const FULL_EVERY_MS = 24 * 3_600_000;
const MAX_REPORTED = 100;
/** Runs that end so late are not current any more. Added to two intervals. */
const LATE_MS = 10 * 60_000;
/** Interval at which a process reads the result of the others. */
const REFRESH_MS = 5_000;

/** Creates the job that reconciles periodically, in one of the processes that share the database. */
export function createReconcileJob({
  context,
  log,
  everySeconds,
  settleMs = 2_000,
  ...options
}: ReconcileJobOptions): ReconcileJob {
  const { database, now } = context;
  const everyMs = everySeconds * 1_000;
  const unreadAlarmMs = Math.max(options.unreadAlarmMs ?? UNREAD_ALARM_MS, 2 * everyMs);
  const owner = randomUUID();
  const createdAt = now();
  let known: BooksSummary | null = null;
  let alarms: readonly Alarm[] = [];

  const refresh = async (): Promise<void> => {
    const books = await readBooks(context, unreadAlarmMs);
    known = summarise(books);
    alarms = books.alarms;
  };
  const refreshOrKeep = (): void => {
    // The cached result stays valid. The health probe reports an unreachable database.
    void refresh().catch(() => undefined);
  };

  /** When it is an alarm that no run has ended. This process may just have started after a long pause. */
  const overdueSince = (books: BooksSummary): number => Math.max(books.ended_at, createdAt) + unreadAlarmMs + 1;

  const stopping = new AbortController();
  let claimedAt = -Infinity;
  const claim = async (): Promise<boolean> => {
    claimedAt = now();
    return await claimLease(database, { name: LEASE_NAME, owner, now: claimedAt, until: claimedAt + everyMs });
  };
  /** Renews the lease: a run may take longer than it lasts. */
  const onProgress = async (): Promise<void> => {
    // The absolute value, because the clock can be set back.
    if (Math.abs(now() - claimedAt) < everyMs * RENEWAL_SHARE) return;
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
    const isFull = !state || now() - state.full_at >= FULL_EVERY_MS;
    logResult(log, await reconcile(context, { isFull, settleMs, unreadAlarmMs, onProgress, signal: stopping.signal }));
  };

  return {
    run,
    last: () => {
      if (!known) return null;
      const late = withAge(known, now() - 2 * everyMs - LATE_MS);
      return overdueSince(known) <= now() ? { ...late, alarms: late.alarms + 1, alarmParts: ['ALL', ...late.alarmParts] } : late;
    },
    alarmSince: (parts) => {
      const overdue = known ? overdueSince(known) : Infinity;
      const since = alarms.filter(({ part }) => part === 'ALL' || parts.includes(part)).map((one) => one.since);
      const first = Math.min(...since, overdue <= now() ? overdue : Infinity);
      return first === Infinity ? null : first;
    },
    start: async () => {
      await countTreasuries(context);
      let running: Promise<void> | null = null;
      const begin = (): void => {
        running ??= run().finally(() => (running = null));
      };
      begin();
      const timers = [setInterval(begin, everyMs), setInterval(refreshOrKeep, REFRESH_MS)];
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

function summarise({ differences, alarms: open, unread, state }: Books): BooksSummary | null {
  if (!state) return null;
  const alarms = differences.filter(({ severity }) => severity === 'ALARM').length;
  // The oldest comes first.
  const groups = Map.groupBy(unread, ({ object }) => groupOfObject(object));
  const notChecked = [...groups].map(([what, objects]) => ({
    what,
    count: objects.length,
    since: isoTime(objects[0]?.since ?? 0),
  }));
  const alarmParts = [...new Set(open.map(({ part }) => part))];
  const notices = differences.length - alarms;
  return { alarms, alarmParts, notices, unread: unread.length, notChecked, ended_at: state.ended_at };
}

/** When no run has ended after `earliest`, nothing counts as checked. */
function withAge(books: BooksSummary, earliest: number): BooksSummary {
  if (books.ended_at >= earliest) return books;
  return { ...books, notChecked: [{ what: 'everything', count: 1, since: isoTime(books.ended_at) }, ...books.notChecked] };
}

function logResult(log: Logger, { differences, unread, orders, sends }: Reconciliation): void {
  for (const difference of differences.slice(0, MAX_REPORTED)) {
    const level = difference.severity === 'ALARM' ? 'error' : 'warn';
    log[level]({ difference: difference.key }, `reconcile: ${line(difference)}`);
  }
  for (const { object, reason, since } of unread.slice(0, MAX_REPORTED)) {
    log.warn({ object, reason, since: isoTime(since) }, `reconcile: ${describeObject(object)} could not be read`);
  }
  log.info({ orders, sends, differences: differences.length, unread: unread.length }, 'reconcile: run finished');
}
