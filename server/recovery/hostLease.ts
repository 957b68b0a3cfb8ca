import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { createFailureLog } from '../common/failureLog.ts';
import { repeat } from '../common/repeat.ts';
import type { Logger } from '../common/log.ts';
import type { Database } from '../db/database.ts';
import { claimLease, findLease, releaseLease } from '../db/repositories/leases.ts';
import { ConfigurationError } from '../settings/configurationError.ts';

/** The right of one process to work with a data directory, among all that share a database (D76). */
export interface HostLease {
  /** Renews it until it is stopped. Ends the process when another one has taken it over. */
  start(): () => Promise<void>;
  /** Lets another process start at once. */
  release(): Promise<void>;
}

interface HostLeaseOptions {
  database: Database;
  dataDirectory: string;
  log: Logger;
  now?: () => number;
  /** How long another process waits after the last renewal of one that does not answer, in ms */
  forMs?: number;
  /** Ends the process. */
  end?: () => void;
}

/** The file in the data directory, never in a backup */
export const HOST_ID_FILE = 'host-id';
const FOR_MS = 15_000;
const ID = /^[0-9a-f-]{36}\n$/;
/** Leases of this process: its own id tells nothing about those of earlier processes with the same one, as in containers. */
const own = new Set<string>();

/**
 * Claims the data directory for this process. Two processes with the same directory, or with a copy of it beside one database, would be two
 * writers with one seed. A process that ended without releasing it is waited for, unless it ran on this machine and is gone.
 *
 * @throws ConfigurationError while another process works with it
 */
export async function claimHost(options: HostLeaseOptions): Promise<HostLease> {
  const { database, dataDirectory, log, now = Date.now, forMs = FOR_MS } = options;
  const end = options.end ?? (() => void process.kill(process.pid, 'SIGTERM'));
  const name = `host:${await readId(join(dataDirectory, HOST_ID_FILE))}`;
  const owner = JSON.stringify([hostname(), process.pid, randomUUID()]);
  const claim = async (): Promise<boolean> => {
    const at = now();
    return await claimLease(database, { name, owner, now: at, until: at + forMs });
  };

  const before = await findLease(database, name);
  if (before && isGone(before.owner)) await releaseLease(database, name, before.owner);
  const deadline = performance.now() + forMs + forMs / 3;
  while (!(await claim())) {
    const held = await findLease(database, name);
    if (held && before && (held.owner !== before.owner || held.until !== before.until)) {
      throw new ConfigurationError(describe(dataDirectory, held.owner));
    }
    // Its clock was ahead of this one.
    if (held && performance.now() > deadline) await releaseLease(database, name, held.owner);
    await delay(forMs / 15);
  }
  own.add(owner);
  const failures = createFailureLog(log, {
    failed: 'the lease of the data directory could not be renewed; it is tried again',
    works: 'the lease of the data directory is renewed again',
  });

  return {
    start: () =>
      repeat(
        async () => {
          if (!own.has(owner)) return;
          const isHeld = await claim();
          failures.worked();
          if (isHeld) return;
          own.delete(owner);
          const winner = (await findLease(database, name))?.owner;
          log.fatal(`this host stops: ${describe(dataDirectory, winner)}`);
          end();
        },
        {
          pauseMs: forMs / 3,
          onError: failures.failed,
        },
      ),
    release: async () => {
      own.delete(owner);
      await releaseLease(database, name, owner);
    },
  };
}

async function readId(path: string): Promise<string> {
  await writeFile(path, `${randomUUID()}\n`, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const id = await readFile(path, 'utf8');
  if (ID.test(id)) return id.trim();
  throw new ConfigurationError(
    `${path} is damaged. It tells this host from others. Remove it while no host runs, and start again.`,
  );
}

/** Whether the process ran on this machine and does not exist any more. */
function isGone(owner: string): boolean {
  const [machine, id] = JSON.parse(owner) as [string, number];
  if (machine !== hostname() || own.has(owner)) return false;
  if (id === process.pid) return true;
  try {
    process.kill(id, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

function describe(dataDirectory: string, owner: string | undefined): string {
  const [machine, id] = owner === undefined ? [] : (JSON.parse(owner) as [string, number]);
  const who = machine === undefined ? 'Another process' : `Process ${id} on ${machine}`;
  return `${who} works with DATA_DIR ${dataDirectory} or a copy of it. Two hosts with one seed could pay twice. Run only one of them, and give each host on a database a DATA_DIR of its own.`;
}
