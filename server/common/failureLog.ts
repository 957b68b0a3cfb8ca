/** Logs what may fail again and again, such as every few seconds while another machine does not answer. */
export interface FailureLog {
  /** Logs the first failure in a row with its error, and after each hour one line with their number. */
  failed(error: unknown): void;
  /** Ends a row of failures, and logs that it works again. */
  worked(): void;
}

type Log = Record<'warn' | 'info', (fields: object, text: string) => void>;

const AGAIN_MS = 3_600_000;

/** `failed` and `works` are the two sentences; the other fields are logged with both. */
export function createFailureLog(
  log: Log,
  { failed, works, ...fields }: { failed: string; works: string } & Record<string, unknown>,
  now: () => number = Date.now,
): FailureLog {
  let failures = 0;
  let loggedAt = 0;
  return {
    failed: (error) => {
      failures += 1;
      if (failures > 1 && now() - loggedAt < AGAIN_MS) return;
      loggedAt = now();
      log.warn(failures === 1 ? { ...fields, err: error } : { ...fields, failures }, failed);
    },
    worked: () => {
      if (failures > 0) log.info({ ...fields, failures }, works);
      failures = 0;
    },
  };
}
