import { randomId } from '../common/hashing.ts';
import type { Logger } from '../common/log.ts';
import type { AlertChange } from './alertBook.ts';
import { alertLine, alertSubject } from './alertTexts.ts';
import type { AlertChannel, AlertMessage } from './channels/channel.ts';

/** Tells changes over every channel, from memory. */
export interface Deliveries {
  /** Queues changes for every channel; the newest change of an alert replaces what was not delivered of it. */
  add(changes: readonly AlertChange[]): void;
  /** Sends what is due, one message per channel. A failed channel is tried again after a pause and holds up no other. */
  flush(): Promise<void>;
}

const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 5 * 60_000;

export function createDeliveries(
  channels: readonly AlertChannel[],
  { brand, now, log }: { brand: string; now: () => number; log: Logger },
): Deliveries {
  const queues = channels.map((channel) => new Queue(channel, { brand, log }));
  return {
    add: (changes) => {
      for (const queue of queues) queue.add(changes);
    },
    flush: async () => {
      await Promise.all(queues.map(async (queue) => await queue.flush(now())));
    },
  };
}

class Queue {
  readonly #channel: AlertChannel;
  readonly #options: { brand: string; log: Logger };
  /** By rule and what it concerns: there are never more than alerts */
  readonly #waiting = new Map<string, AlertChange>();
  /** A message that failed is repeated as it was, so that its receiver can drop a second copy. */
  #message: AlertMessage | null = null;
  #failures = 0;
  #notBefore = 0;

  constructor(channel: AlertChannel, options: { brand: string; log: Logger }) {
    this.#channel = channel;
    this.#options = options;
  }

  add(changes: readonly AlertChange[]): void {
    for (const change of changes) this.#waiting.set(`${change.rule}:${change.concerns ?? ''}`, change);
  }

  async flush(now: number): Promise<void> {
    if (now < this.#notBefore) return;
    this.#message ??= this.#takeMessage();
    if (this.#message === null) return;
    try {
      await this.#channel.send(this.#message);
      this.#message = null;
      this.#failures = 0;
    } catch (error) {
      this.#failures += 1;
      this.#notBefore = now + Math.min(FIRST_PAUSE_MS * 2 ** (this.#failures - 1), LONGEST_PAUSE_MS);
      this.#options.log.error({ err: error, channel: this.#channel.name }, 'alerts could not be delivered; they are repeated');
    }
  }

  #takeMessage(): AlertMessage | null {
    const changes = [...this.#waiting.values()];
    this.#waiting.clear();
    if (changes.length === 0) return null;
    const subject = alertSubject(this.#options.brand, changes);
    return { id: randomId(), subject, lines: changes.map(alertLine), changes };
  }
}
