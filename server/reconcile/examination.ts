import { setTimeout as wait } from 'node:timers/promises';
import { listUnread, writeCheckedObjects } from '../db/repositories/reconcile.ts';
import { checkObject, type CheckContext } from './checks.ts';
import { alarm, type Difference } from './difference.ts';
import { describeObject, isOnNetwork } from './objects.ts';

/** Collects what a run finds in each object, confirms the differences and stores the results. */
export interface Examination {
  /** Whether earlier runs found a difference in the object or could not read it. */
  isStanding(object: string): boolean;
  /** Returns the standing objects that this run has not examined. */
  remaining(): string[];
  /** Whether a difference waits for its confirmation. */
  hasSuspects(): boolean;
  /**
   * Examines an object with `check`, by default its check by name. When that throws, an object on a network counts as unread, and
   * records of the database as damaged. Returns whether it was read and is correct. Rejects only with the reason of an aborted
   * signal.
   */
  examine(object: string, check?: () => Promise<readonly Difference[]> | readonly Difference[]): Promise<boolean>;
  /**
   * Checks each difference again after `settleMs`, because pending transfers settle meanwhile. Then replaces the findings of every
   * object that was read. The findings of an unread object stay.
   */
  conclude(): Promise<void>;
}

interface ExaminationOptions {
  settleMs: number;
  /** How often an object with a difference is checked in all */
  checks: number;
  signal?: AbortSignal | undefined;
}

/** Limits memory and time when very much is wrong. What is known about further objects stays as it is. */
const MAX_SUSPECTS = 1_000;

export async function createExamination(
  context: CheckContext,
  { settleMs, checks, signal }: ExaminationOptions,
): Promise<Examination> {
  const { database, now } = context;
  const standing = new Set([...context.findings, ...(await listUnread(database))].map(({ object }) => object));
  const remaining = new Set(standing);
  const suspects = new Map<string, readonly Difference[]>();
  const found = new Map<string, readonly Difference[]>();
  const correct = new Set<string>();
  const unread = new Map<string, string>();

  const examine: Examination['examine'] = async (object, check = () => checkObject(context, object)) => {
    remaining.delete(object);
    try {
      const differences = await check();
      if (differences.length === 0) noteCorrect(object);
      else if (suspects.size < MAX_SUSPECTS || suspects.has(object)) suspects.set(object, differences);
      return differences.length === 0;
    } catch (error) {
      signal?.throwIfAborted();
      const reason = error instanceof Error ? error.message : String(error);
      if (isOnNetwork(object)) noteUnread(object, reason);
      // A database that fails rejects the run. Otherwise the records themselves are damaged.
      else suspects.set(object, [describeDamage(object, reason)]);
      return false;
    }
  };

  /** Most objects are correct and stay so: only those with a row are remembered. */
  function noteCorrect(object: string): void {
    suspects.delete(object);
    unread.delete(object);
    if (standing.has(object)) correct.add(object);
  }

  function noteUnread(object: string, reason: string): void {
    suspects.delete(object);
    correct.delete(object);
    unread.set(object, reason);
  }

  async function confirm(): Promise<void> {
    for (let check = 1; check < checks && suspects.size > 0; check += 1) {
      await wait(settleMs, undefined, { ...(signal && { signal }) });
      for (const [object, earlier] of suspects) {
        const keys = new Set(earlier.map(({ key }) => key));
        await examine(object);
        const still = (suspects.get(object) ?? []).filter(({ key }) => keys.has(key));
        if (still.length > 0) suspects.set(object, still);
      }
    }
    for (const [object, differences] of suspects) found.set(object, differences);
    suspects.clear();
  }

  return {
    isStanding: (object) => standing.has(object),
    remaining: () => [...remaining],
    hasSuspects: () => suspects.size > 0,
    examine,
    async conclude() {
      await confirm();
      const rows = [...found].map(([object, differences]) => [object, differences.map(rowOf)] as const);
      await writeCheckedObjects(database, { correct: [...correct], found: new Map(rows), unread }, now());
      for (const results of [found, correct, unread]) results.clear();
    },
  };
}

function describeDamage(object: string, reason: string): Difference {
  return alarm(
    object,
    `the records of ${describeObject(object)} are damaged`,
    reason,
    'The host can’t write this. Stop it, compare the database with a backup, and find out what else writes to it.',
  );
}

function rowOf({ key, severity, what, howMuch, whatToDo }: Difference) {
  return { key, severity, what, how_much: howMuch, advice: whatToDo };
}
