import { callService, type CallService } from '../common/callService.ts';
import type { Logger } from '../common/log.ts';
import { repeat } from '../common/repeat.ts';

const EVERY_MS = 60_000;
const TIMEOUT_MS = 10_000;
/** The header has whole seconds. */
const HEADER_STEP_SECONDS = 1;

/**
 * Calls a URL every minute, so that an outside service notices when this host stops. `noteClock` gets how far our clock is from the
 * service's, in seconds: 0 if the difference is within the accuracy of its answer.
 */
export function startHeartbeat(
  url: string,
  {
    log,
    noteClock,
    now = Date.now,
    call = callService,
  }: {
    log: Logger;
    noteClock: (offsetSeconds: number) => void;
    now?: () => number;
    call?: CallService;
  },
): () => Promise<void> {
  const beat = async (): Promise<void> => {
    const askedAt = now();
    const { status, date } = await call({ url, timeoutMs: TIMEOUT_MS });
    const answeredAt = now();
    if (status >= 400) throw new Error(`HEARTBEAT_URL answered ${status}`);
    const theirs = Date.parse(date ?? '');
    if (!Number.isNaN(theirs)) noteClock(clockOffset(theirs, askedAt, answeredAt));
  };
  const onError = (error: unknown): void => log.warn({ err: error }, 'the heartbeat was not accepted');
  return repeat(beat, { pauseMs: EVERY_MS, isFromStart: true, onError });
}

/** Returns by how many seconds our clock is ahead of `theirs`, at least: 0 if both can be right. All times in ms since 1970. */
export function clockOffset(theirs: number, askedAt: number, answeredAt: number): number {
  const ahead = askedAt / 1_000 - (theirs / 1_000 + HEADER_STEP_SECONDS);
  const behind = theirs / 1_000 - answeredAt / 1_000;
  return ahead > 0 ? ahead : behind > 0 ? -behind : 0;
}
