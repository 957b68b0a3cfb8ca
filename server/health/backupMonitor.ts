import { repeat } from '../common/repeat.ts';
import type { Logger } from '../common/log.ts';
import type { Database } from '../db/database.ts';
import { findHostSetting } from '../db/repositories/hostSettings.ts';

/** The host setting with the time of the last complete backup, in ISO 8601. */
export const LAST_BACKUP = 'last backup';

/** Reads once a minute when the last backup was made, so that a scrape of the metrics costs nothing. */
export interface BackupMonitor {
  read(): Promise<void>;
  /** In ms since 1970; null: none is known */
  lastBackupAt(): number | null;
  /** Reads at once and every minute. The returned function stops it. */
  start(): () => Promise<void>;
}

export function createBackupMonitor(database: Database, log: Pick<Logger, 'warn'>): BackupMonitor {
  let at: number | null = null;
  const read = async (): Promise<void> => {
    const time = await findHostSetting(database, LAST_BACKUP);
    at = time === undefined ? null : Date.parse(time);
  };
  const onError = (error: unknown): void => log.warn({ err: error }, 'the time of the last backup was not read');
  return { read, lastBackupAt: () => at, start: () => repeat(read, { pauseMs: 60_000, onError }) };
}
