import { isoTime } from '../../contract/isoTime.ts';
import type { ServiceNotice } from '../../contract/schemas/service.ts';
import type { NoticeTable, SwitchTable } from '../db/tables/operator.ts';
import type { Closures } from '../instruments/availability.ts';
import type { Logger } from '../common/log.ts';
import { readSignedRows, type SignedRowsContext } from '../guarantee/signedRows.ts';
import { SWITCH_REASONS } from './operatorSwitches.ts';
import { listSwitchesInEffect } from './switchesInEffect.ts';

const READ_EVERY_MS = 5_000;

/** What operators closed and tell customers, in the database that all hosts share. Read every five seconds (D72). */
export interface DatabaseSwitches extends Closures {
  /** Throws what the database throws; then the last known switches stay in effect. */
  read(): Promise<void>;
  /** Those that have not ended. */
  notices(): ServiceNotice[];
  start(): Promise<() => void>;
}

export function createDatabaseSwitches(context: SignedRowsContext, log: Logger, now: () => number = Date.now): DatabaseSwitches {
  let current: readonly SwitchTable[] = [];
  let notices: readonly NoticeTable[] = [];
  const listeners = new Set<() => void>();

  const read = async (): Promise<void> => {
    const before = JSON.stringify(current);
    current = await listSwitchesInEffect(context);
    notices = await readNotices(context, now());
    if (JSON.stringify(current) !== before) for (const listener of listeners) listener();
  };
  const readOrKeep = (): void => {
    void read().catch((error: unknown) => log.warn({ err: error }, 'the switches could not be read; the last known ones apply'));
  };

  return {
    reasonFor: (instrument, network, side) => {
      const found = current.find(
        ({ closes, target, slug }) =>
          closes === (side === 'send' ? 'SEND' : 'RECEIVE') &&
          (target === 'EVERYTHING' || slug === (target === 'NETWORK' ? network : instrument)),
      );
      return found ? (SWITCH_REASONS.find((reason) => reason === found.reason) ?? 'MAINTENANCE') : null;
    },
    onChange: (listener) => {
      listeners.add(listener);
    },
    read,
    notices: () => notices.filter(({ until }) => Number(until) > now()).map(presentNotice),
    start: async () => {
      await read();
      const timer = setInterval(readOrKeep, READ_EVERY_MS);
      return () => clearInterval(timer);
    },
  };
}

/** Returns the notices that a signed act explains (D79) and that have not ended, oldest first. */
export async function readNotices(context: SignedRowsContext, now: number): Promise<NoticeTable[]> {
  const { notices } = await readSignedRows(context);
  return [...notices.values()]
    .filter(({ until }) => Number(until) > now)
    .toSorted((one, other) => Number(one.set_at) - Number(other.set_at));
}

/** Operators wrote the texts, in the shape that the act's schema has. */
export function presentNotice({ concerns, texts, until }: NoticeTable): ServiceNotice {
  return { concerns, texts: JSON.parse(texts) as ServiceNotice['texts'], until: isoTime(Number(until)) };
}
