import { randomInt } from 'node:crypto';
import { mailAddress } from '../../contract/email.ts';
import { ApiError, tooManyRequests } from '../../contract/errors.ts';
import type { OrderStatus } from '../../contract/order.ts';
import type {
  ConfirmNotificationsInput,
  ConfirmNotificationsOutput,
  EndNotificationsInput,
  NotifyInput,
} from '../../contract/schemas/notifications.ts';
import { secondsToNextWindow, takeOfClient, useAllowance } from '../db/repositories/allowances.ts';
import { insertNotification, listNotifications } from '../db/repositories/mails/mailNotifications.ts';
import {
  confirmSubscription,
  countCodeTry,
  endSubscription,
  findSubscriptionOf,
  renewSubscription,
  setSubscriptionCode,
} from '../db/repositories/mails/mailSubscriptions.ts';
import { checkBlacklist } from '../payments/recipients/checks.ts';
import type { OrderContext } from '../orders/core/context.ts';
import { equalInConstantTime, randomId, sha256 } from '../common/hashing.ts';
import { openOrder } from '../orders/calls/readOrder.ts';
import { hasOptedOut, offerOptOut, optOut } from './codeOptOuts.ts';
import { CODE_VALID_MS } from './composeMail.ts';
import { mayWriteTo } from './mailLimits.ts';
import { currentNotifications, loadOrderHistory, recordNotification } from './notifications.ts';

/** Subscribes customers to the notifications of an order. The mail worker (`mailWorker.ts`) sends them. */
export interface OrderMail {
  /**
   * Queues a code for the address. The answer does not reveal whether the address is subscribed, opted out, or reached its limit.
   *
   * @throws ERR_NOT_FOUND_E, ERR_NOT_ACCEPTABLE (the order has ended), ERR_VALIDATION, ERR_FORBIDDEN (D51),
   * ERR_TOO_MANY_REQUESTS
   */
  request(input: NotifyInput, client: { address: string; origin: string }): Promise<void>;
  /** Starts the notifications. Throws ERR_NOT_FOUND_E, or ERR_VALIDATION for every code that is not valid. */
  confirm(input: ConfirmNotificationsInput): Promise<ConfirmNotificationsOutput>;
  /**
   * Unsubscribes by the token of a notification. By the token of a code's mail, refuses further codes to that address for four
   * weeks; confirmed subscriptions continue. An unknown token has no effect and causes no error.
   */
  end(input: EndNotificationsInput): Promise<void>;
}

/** Without characters that look alike. 31^8 codes with five tries each satisfy D20. */
const CODE_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 8;
const MAX_TRIES = 5;
const HOUR_MS = 3_600_000;
const ENDED: readonly OrderStatus[] = ['COMPLETED', 'REFUNDED'];

export function createOrderMail(context: OrderContext): OrderMail {
  const { database, now } = context;

  return {
    request: async ({ orderId, destinationAddress, email, locale }, { address, origin }) => {
      const order = await openOrder(context, orderId, destinationAddress);
      if (ENDED.includes(order.status))
        throw new ApiError('ERR_NOT_ACCEPTABLE', 'This order has ended. There are no further updates.');
      const to = mailAddress(email);
      if (to === null) {
        throw new ApiError('ERR_VALIDATION', 'This is not a valid e-mail address.', {
          field: 'email',
          code: 'EMAIL_VALIDATION_ERROR',
        });
      }
      await checkBlacklist(context, { addresses: [], email: to, clientAddress: address });
      await database.transaction().execute(async (transaction) => {
        // Always in this order, so that two requests cannot deadlock.
        const ofClient = { name: 'client', windowMs: HOUR_MS, most: 10 };
        const ofOrder = { name: `order:${order.id}`, windowMs: HOUR_MS, most: 6 };
        const isAllowed =
          (await takeOfClient(transaction, ofClient, address, now())) && (await useAllowance(transaction, ofOrder, now()));
        if (!isAllowed) {
          const seconds = secondsToNextWindow(ofClient, now());
          throw tooManyRequests('Too many codes were requested. Try again in an hour.', seconds);
        }
        // Without an error: the answer must not reveal it.
        if (await hasOptedOut(transaction, to, now())) return;
        if (!(await mayWriteTo(transaction, to, address, now()))) return;
        const subscription = await renewSubscription(transaction, {
          id: randomId(),
          order_id: order.id,
          email: to,
          locale,
          origin,
          state: 'PENDING',
          code_hash: null,
          code_expires_at: now() + CODE_VALID_MS,
          code_tries: 0,
          token: randomId(),
          checked_version: -1,
          next_check_at: 0,
          is_open: 1,
          created_at: now(),
        });
        const code = makeCode();
        await setSubscriptionCode(transaction, subscription.id, hashCode(subscription.id, code));
        await offerOptOut(transaction, subscription, now());
        const id = randomId();
        await insertNotification(transaction, {
          id,
          subscription_id: subscription.id,
          kind: 'CONFIRM_EMAIL',
          reference: id,
          occurrence: 0,
          code,
          state: 'PENDING',
          not_before: 0,
          created_at: now(),
        });
      });
    },

    confirm: async ({ orderId, destinationAddress, email, code }) => {
      const order = await openOrder(context, orderId, destinationAddress);
      const subscription = await findSubscriptionOf(database, order.id, mailAddress(email) ?? '');
      const id = subscription?.id ?? '';
      // The try is counted before the code is compared. An unknown address takes the same time as a known one.
      const isTried = await countCodeTry(database, id, MAX_TRIES);
      const codeHash = hashCode(id, code);
      const isSame = equalInConstantTime(codeHash, subscription?.code_hash ?? '');
      const isValid = subscription !== undefined && isTried && isSame && subscription.code_expires_at > now();
      if (!isValid) throw wrongCode();
      const history = await loadOrderHistory(database, order);
      await database.transaction().execute(async (transaction) => {
        if (!(await confirmSubscription(transaction, id, codeHash))) throw wrongCode();
        // The order's page, on which the code was typed, already shows its deposits and delays.
        const current = currentNotifications(context, order, history, await listNotifications(transaction, id));
        for (const notification of current.filter(({ kind, isProgress }) => kind === 'DEPOSIT' || !isProgress)) {
          await recordNotification(transaction, id, notification, 'DROPPED', now());
        }
      });
      return { unsubscribeToken: subscription.token };
    },

    end: async ({ token }) => {
      await database.transaction().execute(async (transaction) => {
        if (!(await optOut(transaction, token, now()))) await endSubscription(transaction, token);
      });
    },
  };
}

/** "XK4M-7PQ2" */
function makeCode(): string {
  const characters = Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET.charAt(randomInt(CODE_ALPHABET.length)));
  return `${characters.slice(0, CODE_LENGTH / 2).join('')}-${characters.slice(CODE_LENGTH / 2).join('')}`;
}

/** Ignores case, spaces and dashes in what was typed. */
export function hashCode(subscriptionId: string, typed: string): string {
  return sha256(`${subscriptionId}:${typed.replaceAll(/[\s-]/g, '').toUpperCase()}`);
}

/** The same error for a wrong, expired or used code, and for an unknown address. */
function wrongCode(): ApiError {
  return new ApiError('ERR_VALIDATION', 'This code is wrong or no longer valid. Request a new one.', {
    field: 'code',
    code: 'notify.mail.wrongCode',
  });
}
