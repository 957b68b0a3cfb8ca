import type { ConsoleSwitch, Pulse } from '../../contract/console/overview.ts';
import { isoTime } from '../../contract/isoTime.ts';
import type { Alert } from '../alerts/alertBook.ts';
import { alertText } from '../alerts/alertTexts.ts';
import { sha256 } from '../common/hashing.ts';
import { findLastAction } from '../db/repositories/operatorActions.ts';
import { countInReview } from '../db/repositories/identity/submissions.ts';
import { countOpenPayments } from '../db/repositories/operator/openPayments.ts';
import { listRecoveries } from '../db/repositories/recovery/recoveries.ts';
import { readNotices } from '../health/databaseSwitches.ts';
import { listSwitchesInEffect } from '../health/switchesInEffect.ts';
import type { SwitchTable } from '../db/tables/operator.ts';
import type { HealthCheck } from '../health/health.ts';
import type { Availability } from '../instruments/availability.ts';
import type { UnresolvedCounts } from '../operator/unresolved.ts';
import type { ReconcileJob } from '../reconcile/reconcileJob.ts';
import { readOpenApprovals } from './approvals.ts';
import type { ConsoleContext } from './context.ts';

/** What the pulse reads from memory. */
export interface PulseSources {
  health: Pick<HealthCheck, 'report'>;
  availability: Pick<Availability, 'headOf'>;
  books: ReconcileJob['last'];
  /** What fires now, the oldest first */
  alerts: () => readonly Alert[];
  unresolved: () => UnresolvedCounts | null;
}

const PULSE_MS = 1_000;

/**
 * Returns the function that answers `pulse`. It computes one answer a second for all operators of this process. Without the database,
 * what memory knows is answered, with what the database said last.
 */
export function createPulse(
  context: Pick<ConsoleContext, 'database' | 'signer' | 'gateways' | 'now'>,
  sources: PulseSources,
): () => Promise<Pulse> {
  let stored: Stored = NOTHING_STORED;
  let current: { at: number; pulse: Promise<Pulse> } | null = null;
  const read = async (): Promise<Pulse> => {
    // The health probe reports a database that does not answer.
    stored = await readStored(context).catch(() => stored);
    return compose(context, sources, stored);
  };
  return async () => {
    const at = context.now();
    if (!current || at - current.at >= PULSE_MS) current = { at, pulse: read() };
    return await current.pulse;
  };
}

interface Stored {
  switches: readonly SwitchTable[];
  notices: unknown;
  recovery: Pulse['recovery'];
  approvals: readonly string[];
  identities: number;
  payments: unknown;
  lastAct: number;
}
const NOTHING_STORED: Stored = {
  switches: [],
  notices: [],
  recovery: [],
  approvals: [],
  identities: 0,
  payments: null,
  lastAct: 0,
};

async function readStored(context: Pick<ConsoleContext, 'database' | 'signer' | 'gateways' | 'now'>): Promise<Stored> {
  const { database } = context;
  const recoveries = await listRecoveries(database);
  return {
    switches: await listSwitchesInEffect(context),
    notices: await readNotices(context, context.now()),
    recovery: recoveries.map(({ network, state, since }) => ({ network, state, since: isoTime(since) })),
    approvals: await readOpenApprovals(context),
    identities: await countInReview(database),
    payments: await countOpenPayments(database, [...context.gateways.keys()]),
    lastAct: (await findLastAction(database))?.number ?? 0,
  };
}

function compose(
  { gateways, now }: Pick<ConsoleContext, 'gateways' | 'now'>,
  { health, availability, books, alerts, unresolved }: PulseSources,
  stored: Stored,
): Pulse {
  const { status, reason, probes, alarms } = health.report();
  const summary = books();
  const counts = unresolved();
  const waiting =
    counts &&
    Object.entries(counts).map(([kind, { count, oldestAt }]) => ({
      kind,
      count,
      oldestSince: oldestAt === null ? null : isoTime(oldestAt),
    }));
  return {
    at: isoTime(now()),
    health: { status, reason, probes, alarms: [...alarms] },
    books: summary && {
      alarms: summary.alarms,
      notices: summary.notices,
      unread: summary.unread,
      endedAt: isoTime(summary.ended_at),
    },
    alerts: alerts().map(({ rule, concerns, since }) => ({
      rule,
      concerns,
      since: isoTime(since),
      text: alertText({ rule, concerns }),
    })),
    networks: [...gateways.keys()].map((network) => {
      const head = availability.headOf(network);
      return {
        network,
        height: head?.height ?? null,
        readAt: head ? isoTime(head.readAt) : null,
        isReading: head !== null && !head.isDown,
      };
    }),
    waiting,
    switches: stored.switches.map(presentSwitch),
    recovery: stored.recovery,
    openApprovals: stored.approvals.length,
    openIdentities: stored.identities,
    revisions: {
      waiting: textOf([counts, stored.lastAct]),
      payments: textOf([stored.payments, stored.lastAct]),
      switches: textOf([stored.switches, stored.notices]),
      approvals: textOf(stored.approvals),
      identity: textOf([stored.identities, stored.lastAct]),
      audit: String(stored.lastAct),
      books: textOf(summary),
    },
  };
}

/** Returns the same text on every process for the same content. */
const textOf = (content: unknown): string => sha256(JSON.stringify(content)).slice(0, 16);

export function presentSwitch({ closes, target, slug, reason, set_by, set_at }: SwitchTable): ConsoleSwitch {
  return { closes, target, slug, reason, setBy: set_by, setAt: isoTime(set_at) };
}
