import { randomInt, randomUUID } from 'node:crypto';
import { CONGESTED_REFUND_WAIT_MS, DECISION_DEADLINE_MS, MAIL_RETENTION_MS } from '../../contract/limits.ts';
import { repeat } from '../common/repeat.ts';
import { deleteOldAllowances } from '../db/repositories/allowances.ts';
import { claimMail, hasDueMails, listDueMails, type MailQueue } from '../db/repositories/mails/mailQueue.ts';
import { deleteOldAccountMails } from '../db/repositories/mails/accountMails.ts';
import { deleteOldOptOuts } from '../db/repositories/mails/mailOptOuts.ts';
import {
  closeSubscriptions,
  deleteOldSubscriptions,
  listSubscriptionsToCheck,
} from '../db/repositories/mails/mailSubscriptions.ts';
import type { OrderContext } from '../orders/core/context.ts';
import type { Sending } from './deliverMail.ts';
import { loadMailLanguages } from './mailLanguage.ts';
import { planNotifications } from './planNotifications.ts';
import { sendAccountMail } from './accountMail.ts';
import { sendMail } from './sendMail.ts';

/** Queues order notifications, and sends them and account mails. One per process; any number of processes on a database. */
export interface MailWorker {
  /** Runs one round: plan, send, clean up. Rejects only when the database does not answer. */
  tick(): Promise<void>;
  /** Plans and sends in two independent loops until stopped. The returned function stops them and waits for the current round. */
  start(): () => Promise<void>;
}

const PAUSE_MS = 1_000;
const PLAN_BATCH_SIZE = 200;
const SEND_BATCH_SIZE = 5;
/** Longer than the mailer's timeouts for one batch. */
const LEASE_MS = 5 * 60_000;
const CLEANUP_INTERVAL_MS = 3_600_000;
/**
 * How long after an ended order's address was last watched its subscriptions stay open: the longest wait of an extra deposit's
 * refund, and a day for the refund to confirm.
 */
const OPEN_AFTER_WATCH_MS = Math.max(DECISION_DEADLINE_MS, CONGESTED_REFUND_WAIT_MS) + 24 * 3_600_000;
/** How long an unconfirmed address is stored after its code expired. */
const UNCONFIRMED_RETENTION_MS = 24 * 3_600_000;

/** `pauseMs`: between two rounds. Throws an Error if a text of a mail is missing or invalid. */
export function createMailWorker(
  context: OrderContext,
  { mailer, brand, sealing }: Pick<Sending, 'mailer' | 'brand' | 'sealing'>,
  { pauseMs = PAUSE_MS, languages = loadMailLanguages() } = {},
): MailWorker {
  const { database, now, log } = context;
  const owner = randomUUID();
  let cleanedAt = 0;

  /** Returns whether there may be more to plan. */
  const plan = async (): Promise<boolean> => {
    const found = await listSubscriptionsToCheck(database, now(), PLAN_BATCH_SIZE);
    // Processes find the same subscriptions. Each starts at a random one and skips those that another has planned.
    const first = found.length === 0 ? 0 : randomInt(found.length);
    for (const subscription of [...found.slice(first), ...found.slice(0, first)]) await planNotifications(context, subscription);
    return found.length === PLAN_BATCH_SIZE;
  };
  /** Returns whether there may be more to send. */
  const send = async (): Promise<boolean> => {
    if (!(await hasDueMails(database, now()))) return false;
    const sending = { mailer, brand, sealing, languages, owner };
    const claim = async (queue: MailQueue, id: string) =>
      await claimMail(database, queue, id, { owner, now: now(), until: now() + LEASE_MS });
    // Customers wait for codes, so account mails come first.
    const mails = await listDueMails(database, 'account_mails', now(), SEND_BATCH_SIZE);
    await Promise.all(
      mails.map(async (mail) => (await claim('account_mails', mail.id)) && (await sendAccountMail(context, sending, mail))),
    );
    const due = await listDueMails(database, 'order_notifications', now(), SEND_BATCH_SIZE);
    await Promise.all(
      due.map(async (row) => (await claim('order_notifications', row.id)) && (await sendMail(context, sending, row))),
    );
    return due.length === SEND_BATCH_SIZE || mails.length === SEND_BATCH_SIZE;
  };
  const cleanUp = async (): Promise<void> => {
    if (now() - cleanedAt < CLEANUP_INTERVAL_MS) return;
    cleanedAt = now();
    await deleteOldAccountMails(database, now() - MAIL_RETENTION_MS);
    await deleteOldAllowances(database, now());
    await deleteOldOptOuts(database, now());
    await closeSubscriptions(database, now() - OPEN_AFTER_WATCH_MS);
    await deleteOldSubscriptions(database, now() - MAIL_RETENTION_MS, now() - UNCONFIRMED_RETENTION_MS);
  };

  return {
    tick: async () => {
      await plan();
      await send();
      await cleanUp();
    },
    start: () => {
      const planAndCleanUp = async () => {
        const isMore = await plan();
        await cleanUp();
        return isMore;
      };
      const onError = (error: unknown) => log.error({ err: error }, 'A round of the mail worker failed and is repeated');
      const options = { pauseMs, onError };
      // A slow mail server does not delay planning, and planning does not delay sending.
      const stops = [repeat(planAndCleanUp, options), repeat(send, options)];
      return async () => {
        await Promise.all(stops.map((stop) => stop()));
        mailer.close?.();
      };
    },
  };
}
