import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Update } from 'grammy/types';
import { claimLease, releaseLease } from '../db/repositories/leases.ts';
import type { OrderContext } from '../orders/core/context.ts';
import { answerUpdate, type Answering } from './answerUpdate.ts';

/** The messenger gives updates to one host at a time. */
const LEASE = 'messenger-updates';
/** Longer than one poll */
const LEASE_MS = 2 * 60_000;
const PAUSE_MS = 5_000;

/**
 * Asks the messenger for what customers wrote, and answers it, until stopped. An update that can't be answered is skipped: the customer
 * repeats it. The returned function stops it and waits for the current answer.
 */
export function pollUpdates(context: OrderContext, answering: Answering): () => Promise<void> {
  const { database, now, log } = context;
  const owner = randomUUID();
  const stopping = new AbortController();
  const { signal } = stopping;
  const stopped = once(signal, 'abort').then((): Update[] => []);
  let offset = 0;
  let isAsking = false;

  const poll = async (): Promise<boolean> => {
    if (!(await claimLease(database, { name: LEASE, owner, now: now(), until: now() + LEASE_MS }))) return false;
    // An earlier start of this host may have had a webhook. With one, the messenger refuses to be asked.
    if (!isAsking) await answering.bot.setWebhook(null);
    isAsking = true;
    const updates = await Promise.race([answering.bot.updates(offset), stopped]);
    for (const update of updates) {
      // Before the answer: one that fails again and again must not hold up all others.
      offset = update.update_id + 1;
      await answerUpdate(context, answering, update).catch((error: unknown) =>
        log.warn({ err: error, updateId: update.update_id }, 'The bot could not answer a customer'),
      );
    }
    return true;
  };
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      const isPolled = await poll().catch((error: unknown) => {
        if (!signal.aborted) log.warn({ err: error }, 'The messenger gave no updates');
        return false;
      });
      // Rejects when it is stopped, which ends the pause.
      if (!isPolled) await delay(PAUSE_MS, undefined, { signal }).catch(() => undefined);
    }
    await releaseLease(database, LEASE, owner).catch(() => undefined);
  };
  const running = run();
  return async () => {
    stopping.abort();
    await running;
  };
}
