import { randomInt, randomUUID } from 'node:crypto';
import { CONGESTED_REFUND_WAIT_MS, DECISION_DEADLINE_MS } from '../../contract/limits.ts';
import { repeat } from '../common/repeat.ts';
import { deleteOldAllowances } from '../db/repositories/mailAllowances.ts';
import { claimMail, listDueMails } from '../db/repositories/mailOutbox.ts';
import {
  closeSubscriptions,
  deleteOldSubscriptions,
  listSubscriptionsDue,
  listSubscriptionsWithNews,
} from '../db/repositories/mailSubscriptions.ts';
import type { OrderContext } from '../orders/core/context.ts';
import type { Mailer } from '../ports/mail/mailer.ts';
import { planMails } from './planMails.ts';
import { sendMail } from './sendMail.ts';

/** Finds news and sends them; one per process, any number on a database. */
export interface MailWorker {
  /** One round of everything. Rejects only when the database does not answer. */
  tick(): Promise<void>;
  /** Rounds until stopped, of what is written and what is sent apart; the stop waits for those at work. */
  start(): () => Promise<void>;
}

const ROUND_MS = 1_000;
const PLANNED_AT_ONCE = 100;
const SENT_AT_ONCE = 5;
/** Longer than a mail server may take for all that is sent at once. */
const LEASE_MS = 5 * 60_000;
const CLEANING_MS = 3_600_000;
/** How long after the last look for payments to an ended order there may be news of them: a day more than they wait to go back. */
const CLOSED_AFTER_MS = Math.max(DECISION_DEADLINE_MS, CONGESTED_REFUND_WAIT_MS) + 24 * 3_600_000;
/** How long after an order's end its readers' addresses are kept. */
const KEPT_MS = 30 * 24 * 3_600_000;
/** How long an address is kept after a code that nobody typed. */
const UNCONFIRMED_KEPT_MS = 24 * 3_600_000;

export function createMailWorker(context: OrderContext, mailer: Mailer, brand: string): MailWorker {
  const { database, now, log } = context;
  const owner = randomUUID();
  let cleanedAt = 0;

  /** Whether there may be more. */
  const plan = async (): Promise<boolean> => {
    // Who is in both is looked at once: his row is another one after that.
    const found = [
      ...(await listSubscriptionsWithNews(database, PLANNED_AT_ONCE)),
      ...(await listSubscriptionsDue(database, now(), PLANNED_AT_ONCE)),
    ];
    // Other processes find the same ones: each begins elsewhere, and what another has done is passed over.
    const first = found.length === 0 ? 0 : randomInt(found.length);
    for (const subscription of [...found.slice(first), ...found.slice(0, first)]) await planMails(context, subscription);
    return found.length >= PLANNED_AT_ONCE;
  };
  /** Whether there may be more. */
  const send = async (): Promise<boolean> => {
    const due = await listDueMails(database, now(), SENT_AT_ONCE);
    await Promise.all(
      due.map(async (mail) => {
        if (!(await claimMail(database, mail.id, owner, now(), now() + LEASE_MS))) return;
        await sendMail(context, { mailer, brand, owner }, mail);
      }),
    );
    return due.length === SENT_AT_ONCE;
  };
  const clean = async (): Promise<void> => {
    if (now() - cleanedAt < CLEANING_MS) return;
    cleanedAt = now();
    await deleteOldAllowances(database, now());
    await closeSubscriptions(database, now() - CLOSED_AFTER_MS);
    await deleteOldSubscriptions(database, now() - KEPT_MS, now() - UNCONFIRMED_KEPT_MS);
  };

  return {
    tick: async () => {
      await plan();
      await send();
      await clean();
    },
    start: () => {
      const look = async () => {
        const isMore = await plan();
        await clean();
        return isMore;
      };
      // A mail server that is slow keeps nobody's news from being written down, nor do many news those that are written.
      const options = { pauseMs: ROUND_MS, onError: (error: unknown) => log.error({ err: error }, 'mail round failed') };
      const stops = [repeat(look, options), repeat(send, options)];
      return async () => {
        await Promise.all(stops.map((stop) => stop()));
        mailer.close?.();
      };
    },
  };
}
