import { setTimeout as wait } from 'node:timers/promises';
import { listFindings } from '../../../server/db/repositories/reconcile.ts';
import type { Database } from '../../../server/db/database.ts';
import type { ApiHost } from './apiHost.ts';

/**
 * Collects what the hosts report about their books during faults. An alarm would close the form for all customers. A notice
 * closes nothing and may end: a deposit on a network that is not read yet exceeds the ledger for a while.
 */
export interface Books {
  /** Waits for the next reconciliation. Returns all alarms since the start, and the differences of that reconciliation. */
  judge(): Promise<string[]>;
  stop(): Promise<void>;
}

type WatchedHost = Pick<ApiHost, 'url' | 'isRunning'>;

/** Hosts read the result of a reconciliation every five seconds. */
const EVERY_MS = 2_000;
const LOOK_AGAIN_MS = 500;
/** How long the next reconciliation may take to reach all hosts. Milliseconds. */
const PATIENCE_MS = 4 * 60_000;
const ANSWER_MS = 5_000;

export function watchBooks(hosts: readonly WatchedHost[], database: Database): Books {
  const findings = new Set<string>();
  const stopping = new AbortController();

  const watch = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await Promise.all(hosts.filter((host) => host.isRunning).map(look));
      await wait(EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  /** Returns the age of a host's last reconciliation in ms and its notices; null if the host does not answer. */
  const look = async ({ url }: WatchedHost): Promise<{ age: number; notices: number } | null> => {
    try {
      const signal = AbortSignal.timeout(ANSWER_MS);
      const [health, metrics] = await Promise.all([
        fetch(new URL('/api/v1/healthz', url), { signal }).then((answer) => answer.json() as Promise<unknown>),
        fetch(new URL('/metrics', url), { signal }).then((answer) => answer.text()),
      ]);
      const found = new Map([...metrics.matchAll(DIFFERENCES)].map(([, severity, count]) => [severity, Number(count)]));
      const [books, alarms] = [booksOf(health), found.get('alarm') ?? 0];
      // While a fault lasts, a network may not be readable.
      if (books !== null && books !== 'OK' && books !== 'NOT_CHECKED')
        findings.add(`health reports the ledger as ${books}${await report()}`);
      if (alarms > 0) findings.add(`alarms in causeway_reconcile_differences: ${alarms}${await report()}`);
      // An error in place of the probes is no answer: on a busy machine the host has refused the request.
      if (books === null) return null;
      const age = AGE.exec(metrics)?.[1];
      return age === undefined ? null : { age: Number(age) * 1_000, notices: found.get('notice') ?? 0 };
    } catch {
      // The host is being killed or has no database. Other checks cover what that does to customers.
      return null;
    }
  };
  const report = async (): Promise<string> => {
    const findings = await listFindings(database).catch(() => []);
    return findings.map(({ key, what, how_much }) => `\n${key}: ${what}: ${how_much}`).join('');
  };
  const watching = watch();

  return {
    judge: async () => {
      const startedAt = Date.now();
      const isReconciled = async (host: WatchedHost): Promise<boolean> => {
        const seen = await look(host);
        if (seen === null || Date.now() - seen.age <= startedAt) return false;
        if (seen.notices > 0) findings.add(`notices in causeway_reconcile_differences: ${seen.notices}${await report()}`);
        return true;
      };
      const waiting = new Set(hosts.filter((host) => host.isRunning));
      while (waiting.size > 0 && Date.now() - startedAt < PATIENCE_MS) {
        for (const host of waiting) if (await isReconciled(host)) waiting.delete(host);
        if (waiting.size > 0) await wait(LOOK_AGAIN_MS);
      }
      if (waiting.size > 0) findings.add(`no host has reconciled for ${PATIENCE_MS / 1_000} s`);
      return [...findings];
    },
    stop: async () => {
      stopping.abort();
      await watching;
    },
  };
}

const DIFFERENCES = /^causeway_reconcile_differences\{severity="(\w+)"\} (\d+)$/gm;
const AGE = /^causeway_reconcile_age_seconds ([\d.e+-]+)$/m;

function booksOf(health: unknown): string | null {
  const probes = typeof health === 'object' && health !== null && 'probes' in health ? health.probes : null;
  const books = typeof probes === 'object' && probes !== null && 'books' in probes ? probes.books : null;
  return typeof books === 'string' ? books : null;
}
