import { appendFileSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

export type LogFields = Readonly<Record<string, string | number | boolean | null>>;

/** Writes what happened, for support. `event` names it in a few constant words. */
export interface Log {
  info(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

export interface LogFile extends Log {
  /** Returns the text of the log, the oldest line first. */
  text(): string;
}

const MAX_BYTES = 1_000_000;
const MAX_FIELD = 2_000;

/** Drops everything. */
export const silentLog: Log = { info: () => undefined, error: () => undefined };

/**
 * Creates a log of JSON lines in a folder: `main.log`, and `main.old.log` with what came before the last {@link MAX_BYTES}. Without
 * write access nothing is logged. Values of fields are redacted.
 */
export function createLogFile(folder: string, { now = Date.now, maxBytes = MAX_BYTES } = {}): LogFile {
  const file = join(folder, 'main.log');
  const old = join(folder, 'main.old.log');
  const write = (level: 'info' | 'error', event: string, fields: LogFields = {}): void => {
    const values = Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? redacted(value) : value]);
    const line = { time: new Date(now()).toISOString(), level, event, ...Object.fromEntries(values) };
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      if (sizeOf(file) > maxBytes) renameSync(file, old);
      appendFileSync(file, `${JSON.stringify(line)}\n`, { mode: 0o600 });
    } catch {
      // A full disk must not stop the app.
    }
  };
  return {
    info: (event, fields) => write('info', event, fields),
    error: (event, fields) => write('error', event, fields),
    text: () => read(old) + read(file),
  };
}

/** Returns the fields of an error of unknown type. */
export function errorFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { message: String(error) };
  return { message: error.message, stack: error.stack ?? null };
}

/** E-mail addresses, and texts as long as a wallet's address, an order's number or a token. */
const SECRET = /[^\s"'<>()]+@[^\s"'<>()]+|[A-Za-z0-9_-]{20,}/g;

/** Removes secrets and customer data from a text, and the name of the user from its paths. */
export function redacted(text: string): string {
  return text.slice(0, MAX_FIELD).replaceAll(homedir(), '~').replace(SECRET, '[redacted]');
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
