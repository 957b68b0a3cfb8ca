import { withTimeout } from '../../contract/withTimeout.ts';
import { repeat } from '../common/repeat.ts';
import type { Logger } from '../common/log.ts';
import { listRecoveries } from '../db/repositories/recovery/recoveries.ts';
import { raiseSendCount, readSendCount } from '../db/repositories/recovery/sendMark.ts';
import type { RecoveryTable } from '../db/tables/recovery.ts';
import type { Closures } from '../instruments/availability.ts';
import { BooksBehindError, type ChainGateway } from '../ports/chain/chainGateway.ts';
import { requireComplete } from '../ports/chain/treasury.ts';
import { adoptEqualPayments } from './adoptPayments.ts';
import { acknowledgeAnnounced, explainAnnounced } from './announcedSpends.ts';
import { enterRecovery, enterRecoveryEverywhere } from './enterRecovery.ts';
import type { Mark } from './mark.ts';
import { readTreasury } from './readTreasury.ts';
import type { UnreadTreasuries } from '../payments/paymentContext.ts';
import type { RecoveryContext } from './recoveryContext.ts';

interface RecoveryWatchOptions extends RecoveryContext {
  mark: Mark;
  log: Logger;
  timeoutMs?: number;
}

/** Watches the treasuries, and closes the coins of networks in RECOVERY (D73) on every host that shares the database. */
export interface RecoveryWatch extends Closures {
  /** Asks every network once. Rejects when the database does; then what is known stays. */
  check(): Promise<void>;
  unread(): UnreadTreasuries;
  /** The networks in RECOVERY as last read, the oldest first */
  list(): readonly RecoveryTable[];
  /** Checks every five seconds. Resolves after the first reading of the database. */
  start(): Promise<() => Promise<void>>;
}

/** A network that is asked for the second time shows what was being stored when it was asked for the first time. */
const CHECK_EVERY_MS = 5_000;
const TIMEOUT_MS = 4_000;
const CHECKS_BEFORE_RECOVERY = 2;
/** Failed checks in a row after which the network is closed: the host can't say whether its books are complete. */
const FAILURES_BEFORE_PAUSE = 2;

/** Who stops payments where no operator does */
const THE_HOST = 'the host';

/** What the last checks of a network said, in a row. */
interface Checks {
  behind: number;
  failed: number;
}

export function createRecoveryWatch(options: RecoveryWatchOptions): RecoveryWatch {
  const { database, gateways, mark, now, log, timeoutMs = TIMEOUT_MS } = options;
  const checks = new Map<string, Checks>();
  const unread = { networks: new Set(gateways.keys()), since: now() };
  const listeners = new Set<() => void>();
  let current: readonly RecoveryTable[] = [];

  const reasonOf = (network: string) => {
    if (current.some((row) => row.network === network)) return 'MAINTENANCE';
    const { behind, failed } = checks.get(network) ?? NONE;
    return behind > 0 || failed >= FAILURES_BEFORE_PAUSE ? 'NETWORK_UNAVAILABLE' : null;
  };
  const describe = (): string => JSON.stringify([...gateways.keys()].map(reasonOf));

  const read = async (): Promise<void> => {
    current = await listRecoveries(database);
  };

  /** Puts all networks and exchanges into RECOVERY when the books have counted fewer payments than this host has seen. */
  const checkMark = async (): Promise<void> => {
    const seen = mark.value();
    const counted = await readSendCount(database);
    if (seen === null || seen <= counted) {
      // What other hosts have sent counts too.
      await mark.raise(counted);
      return;
    }
    await database.transaction().execute(async (transaction) => {
      const stopReason = 'this host has seen more payments than the books know';
      await enterRecoveryEverywhere(transaction, {
        networks: [...gateways.keys()],
        reason: 'MARK',
        stopReason,
        setBy: THE_HOST,
        at: now(),
      });
      await raiseSendCount(transaction, seen);
    });
    log.error({ seen, counted }, 'all networks are in RECOVERY: this host has seen more payments than the books know');
  };

  /** Lists what left a treasury. The network stays in RECOVERY whether this succeeds or not. */
  const recover = async (gateway: ChainGateway): Promise<void> => {
    try {
      await readTreasury(options, gateway);
      await adoptEqualPayments(options, gateway);
      await explainAnnounced(options, gateway.networkSlug);
    } catch (error) {
      log.warn(
        { err: error, network: gateway.networkSlug },
        'what left the treasury could not be listed; the next round retries',
      );
    }
  };

  const ask = async (network: string, gateway: ChainGateway): Promise<void> => {
    const before = checks.get(network) ?? NONE;
    try {
      requireComplete(await withTimeout(gateway.records.count(), timeoutMs));
      unread.networks.delete(network);
      checks.delete(network);
      if (before.failed > 0) log.info({ network }, 'the treasury of the network could be checked again');
    } catch (error) {
      if (!(error instanceof BooksBehindError)) {
        checks.set(network, { behind: 0, failed: before.failed + 1 });
        if (before.failed === 0)
          log.warn({ err: error, network }, 'the treasury of the network could not be checked; it is tried again');
        return;
      }
      const announced = await acknowledgeAnnounced(options, gateway, error);
      if (announced === 'ACKNOWLEDGED') {
        unread.networks.delete(network);
        checks.delete(network);
        log.info({ network }, 'what an operator announced has left the treasury, and is booked');
        return;
      }
      // Nothing is sent meanwhile: the check before each payment refuses.
      checks.set(network, { behind: announced === 'WAIT' ? 1 : before.behind + 1, failed: 0 });
      if (announced === 'WAIT') return;
      if (before.behind + 1 < CHECKS_BEFORE_RECOVERY) return;
      await database
        .transaction()
        .execute(async (transaction) => await enterRecovery(transaction, { network, reason: 'BOOKS_BEHIND', at: now() }));
      checks.delete(network);
      const { mined, known } = error;
      log.error({ network, mined, known }, 'the network is in RECOVERY: its treasury sent more than the books know');
    }
  };

  const check = async (): Promise<void> => {
    const before = describe();
    await checkMark();
    await read();
    const isInRecovery = (network: string): boolean => current.some((row) => row.network === network);
    await Promise.all(
      [...gateways].map(async ([network, gateway]) => {
        if (!isInRecovery(network)) await ask(network, gateway);
        else {
          // Payments of its orders wait for the RECOVERY itself.
          unread.networks.delete(network);
          await recover(gateway);
        }
      }),
    );
    await read();
    if (describe() !== before) for (const listener of listeners) listener();
  };

  return {
    reasonFor: (_instrument, network) => reasonOf(network),
    onChange: (listener) => {
      listeners.add(listener);
    },
    check,
    unread: () => unread,
    list: () => current,
    start: async () => {
      await checkMark();
      await read();
      for (const listener of listeners) listener();
      const onError = (error: unknown): void =>
        log.warn({ err: error }, 'the networks in RECOVERY could not be read; what was read last applies');
      return repeat(check, { pauseMs: CHECK_EVERY_MS, onError });
    },
  };
}

const NONE: Checks = { behind: 0, failed: 0 };
