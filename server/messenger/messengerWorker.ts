import { randomUUID } from 'node:crypto';
import { FREEZABLE } from '../accounts/freeze/freezeByMessenger.ts';
import { repeat } from '../common/repeat.ts';
import {
  claimMessage,
  deleteOldMessages,
  endMessages,
  insertMessengerSubscription,
  listDueNotices,
  listSubscriptionsToCheck,
  listUnfollowedOrders,
  settleMessage,
  type MessengerQueue,
} from '../db/repositories/accounts/messengerQueue.ts';
import { findOrder } from '../db/repositories/orders.ts';
import type { MessengerNoticeRow, MessengerSubscriptionRow } from '../db/tables/messenger.ts';
import { backoffMs } from '../mail/deliverMail.ts';
import { loadMailLanguages } from '../mail/mailLanguage.ts';
import { loadOrderHistory } from '../mail/notifications.ts';
import { nextCheckTime } from '../mail/planNotifications.ts';
import { readOrderAgain } from '../orders/calls/readOrder.ts';
import type { OrderContext } from '../orders/core/context.ts';
import { BotError, type BotApi } from './botApi.ts';
import { appButton } from './appButton.ts';
import { freezeButton } from './answerUpdate.ts';
import { orderMessage } from './orderMessage.ts';

/** Sends what the bot has to say. One per process; any number of processes on a database. */
export interface MessengerWorker {
  /** Runs one round. Rejects only when the database does not answer. */
  tick(): Promise<void>;
  /** The returned function stops it and waits for the current round. */
  start(): () => Promise<void>;
}

const PAUSE_MS = 1_000;
/** The messenger takes 30 messages a second. */
const BATCH_SIZE = 10;
/** Longer than the calls of one batch take. */
const LEASE_MS = 2 * 60_000;
/** An order is followed if its customer lets the bot write within this time after its creation. */
const FOLLOW_MS = 3_600_000;
/** A notice that could not be sent for this long is dropped. */
const NOTICE_AGE_MS = 24 * 3_600_000;
const CLEANUP_INTERVAL_MS = 3_600_000;
const RETENTION_MS = 30 * 24 * 3_600_000;

export function createMessengerWorker(
  context: OrderContext,
  { bot, appLink }: { bot: BotApi; appLink: string },
  { languages = loadMailLanguages() } = {},
): MessengerWorker {
  const { database, now, log } = context;
  const owner = randomUUID();
  let pausedUntil = 0;
  let cleanedAt = 0;

  const follow = async (): Promise<void> => {
    const orders = await listUnfollowedOrders(database, now() - FOLLOW_MS, BATCH_SIZE);
    for (const order of orders) await insertMessengerSubscription(database, { ...order, created_at: now() });
  };

  /** Brings the chat up to date with the order. */
  const show = async (row: MessengerSubscriptionRow): Promise<void> => {
    const { id, messenger_id: chat, order_id: orderId, message_id: shownIn } = row;
    const order = await findOrder(database, orderId);
    if (!order) return await settleMessage(database, 'messenger_subscriptions', { id, owner }, { state: 'ENDED' });
    const checked = {
      checked_version: order.version,
      not_before: nextCheckTime(order, await loadOrderHistory(database, order), now()),
      attempts: 0,
    };
    const message = orderMessage(await readOrderAgain(context, orderId));
    let sent = {};
    if (message.key !== row.shown) {
      const language = languages(row.locale);
      const text = message.text(language);
      const buttons = [appButton(language, appLink, `order___${orderId}`)];
      const isEdited = shownIn !== null && !message.isNews && (await bot.edit(chat, shownIn, text, buttons));
      sent = { shown: message.key, message_id: isEdited ? shownIn : await bot.send(chat, text, buttons) };
    }
    await settleMessage(database, 'messenger_subscriptions', { id, owner }, { ...checked, ...sent });
  };

  const announce = async (row: MessengerNoticeRow): Promise<void> => {
    const isOld = now() - row.created_at > NOTICE_AGE_MS;
    const language = languages(row.locale);
    if (!isOld) {
      const isFreezable = FREEZABLE.includes(row.kind);
      const paragraphs = [language.text(`messenger.notice.${row.kind}`, { time: language.time(row.created_at) })];
      if (isFreezable) paragraphs.push(language.text('messenger.notice.freeze'));
      const buttons = isFreezable ? [appButton(language, appLink, 'profile-info'), freezeButton(language, row.id)] : [];
      await bot.send(row.messenger_id, paragraphs.join('\n\n'), buttons);
    }
    await settleMessage(database, 'messenger_notices', { id: row.id, owner }, { state: isOld ? 'DROPPED' : 'SENT' });
  };

  /** Leases a row, does the work, and records when to try again if that failed. */
  const attempt = async <Row extends MessengerSubscriptionRow | MessengerNoticeRow>(
    queue: MessengerQueue,
    row: Row,
    work: (row: Row) => Promise<void>,
  ): Promise<void> => {
    const startedAt = now();
    if (startedAt < pausedUntil) return;
    if (!(await claimMessage(database, queue, row.id, { owner, now: now(), until: now() + LEASE_MS }))) return;
    try {
      await work(row);
    } catch (error) {
      if (error instanceof BotError && error.kind === 'BLOCKED') return await endMessages(database, row.messenger_id, startedAt);
      const waitMs = error instanceof BotError ? error.retryAfterMs : backoffMs(row.attempts);
      // The limit is that of the bot, not of the chat.
      if (error instanceof BotError) pausedUntil = now() + waitMs;
      log.warn({ messageId: row.id, queue, attempts: row.attempts + 1 }, 'A message of the bot could not be sent and is retried');
      await settleMessage(database, queue, { id: row.id, owner }, { attempts: row.attempts + 1, not_before: now() + waitMs });
    }
  };

  /** Returns whether there may be more to send. */
  const round = async (): Promise<boolean> => {
    await follow();
    const notices = await listDueNotices(database, now(), BATCH_SIZE);
    for (const row of notices) await attempt('messenger_notices', row, announce);
    const rows = await listSubscriptionsToCheck(database, now(), BATCH_SIZE);
    for (const row of rows) await attempt('messenger_subscriptions', row, show);
    if (now() - cleanedAt >= CLEANUP_INTERVAL_MS) {
      cleanedAt = now();
      await deleteOldMessages(database, now() - RETENTION_MS);
    }
    return now() >= pausedUntil && (notices.length === BATCH_SIZE || rows.length >= BATCH_SIZE);
  };

  return {
    tick: async () => {
      await round();
    },
    start: () =>
      repeat(round, {
        pauseMs: PAUSE_MS,
        onError: (error) => log.error({ err: error }, 'A round of the bot failed and is repeated'),
      }),
  };
}
