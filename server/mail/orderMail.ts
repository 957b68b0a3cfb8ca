import { randomInt } from 'node:crypto';
import { clientGroup } from '../../contract/clientGroup.ts';
import { ApiError } from '../../contract/errors.ts';
import type { OrderStatus } from '../../contract/order.ts';
import type {
  ConfirmNotificationsInput,
  ConfirmNotificationsOutput,
  EndNotificationsInput,
  NotifyInput,
} from '../../contract/schemas/notifications.ts';
import type { Executor } from '../db/database.ts';
import { useAllowance, type Allowance } from '../db/repositories/mailAllowances.ts';
import { insertMail } from '../db/repositories/mailOutbox.ts';
import {
  confirmSubscription,
  countCodeTry,
  endSubscription,
  findSubscriptionOf,
  renewSubscription,
  setSubscriptionCode,
} from '../db/repositories/mailSubscriptions.ts';
import { checkBlacklist } from '../orders/calls/checks.ts';
import type { OrderContext } from '../orders/core/context.ts';
import { equalInConstantTime, randomId, sha256 } from '../orders/core/hashing.ts';
import { openOrder } from '../orders/calls/readOrder.ts';
import { CODE_VALID_MS } from './composeMail.ts';
import { isDepositNews, listDepositNews } from './depositNews.ts';
import { mailAddress } from './mailAddress.ts';
import { offerRefusal, refuseCodes, refusesCodes } from './refusals.ts';
import { mailOf, momentsOf, readMoney } from './moments.ts';

/** News of an order by e-mail: who gets them. What is told, and when, is the mail worker's. */
export interface OrderMail {
  /**
   * Sends a code to the address. The answer is the same whether or not it is known here, has had enough codes lately, or
   * wants none. Throws ERR_NOT_FOUND_E, ERR_NOT_ACCEPTABLE (the order is over), ERR_VALIDATION, ERR_FORBIDDEN
   * (D51), ERR_TOO_MANY_REQUESTS.
   */
  request(input: NotifyInput, client: { address: string; origin: string }): Promise<void>;
  /** The news go to the address from here on. Throws ERR_NOT_FOUND_E, and ERR_VALIDATION for any code that is not good. */
  confirm(input: ConfirmNotificationsInput): Promise<ConfirmNotificationsOutput>;
  /**
   * No more mails; or, with the token of a code's mail, no codes for some weeks to that address, and whatever was confirmed goes
   * on. An unknown token changes nothing and is told nothing.
   */
  end(input: EndNotificationsInput): Promise<void>;
}

/** Without letters and digits that look alike. 31^8 codes, five tries each: D20's measure of a code. */
const CODE_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 8;
const MOST_TRIES = 5;
const HOUR_MS = 3_600_000;
const ENDED: readonly OrderStatus[] = ['COMPLETED', 'REFUNDED', 'VOID'];

export function createOrderMail(context: OrderContext): OrderMail {
  const { database, now } = context;

  const take = async (executor: Executor, name: string, most: number): Promise<boolean> => {
    const allowance: Allowance = { name, windowMs: HOUR_MS, most };
    return await useAllowance(executor, allowance, now());
  };

  return {
    request: async ({ orderId, destinationAddress, email, locale }, { address, origin }) => {
      const order = await openOrder(context, orderId, destinationAddress);
      if (ENDED.includes(order.status)) throw new ApiError('ERR_NOT_ACCEPTABLE', 'This order is over: there is no more news.');
      const to = mailAddress(email);
      if (to === null) {
        throw new ApiError('ERR_VALIDATION', 'This is no e-mail address.', { field: 'email', code: 'EMAIL_VALIDATION_ERROR' });
      }
      await checkBlacklist(context, { addresses: [], email: to, clientAddress: address });
      await database.transaction().execute(async (transaction) => {
        // Always in this sequence, so that two requests never wait for each other.
        const isAllowed =
          (await take(transaction, `client:${clientGroup(address)}`, 10)) && (await take(transaction, `order:${order.id}`, 6));
        if (!isAllowed) throw new ApiError('ERR_TOO_MANY_REQUESTS', 'Too many codes were asked for. Try again in an hour.');
        // Silent: whoever asks must not learn how often an address was written to.
        if (await refusesCodes(transaction, to, now())) return;
        const name = `email:${sha256(to.toLowerCase())}`;
        // By client first: a stranger must not use up what its owner may ask for.
        if (!(await take(transaction, `${name}:${clientGroup(address)}`, 4)) || !(await take(transaction, name, 20))) return;
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
          seen_version: -1,
          next_check_at: 0,
          is_open: 1,
          created_at: now(),
        });
        const code = makeCode();
        await setSubscriptionCode(transaction, subscription.id, hashCode(subscription.id, code));
        await offerRefusal(transaction, subscription, now());
        await insertMail(transaction, {
          id: `${subscription.id}:CONFIRM:${randomId()}`,
          subscription_id: subscription.id,
          kind: 'CONFIRM',
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
      // Counted before it is compared, and for an address that is not known too: both take the same time.
      const isTried = await countCodeTry(database, id, MOST_TRIES);
      const codeHash = hashCode(id, code);
      const isRight = equalInConstantTime(codeHash, subscription?.code_hash ?? '');
      const isGood = subscription !== undefined && isTried && isRight && subscription.code_expires_at > now();
      if (!isGood) throw wrongCode();
      const money = await readMoney(database, order.id);
      await database.transaction().execute(async (transaction) => {
        if (!(await confirmSubscription(transaction, id, codeHash))) throw wrongCode();
        // Whoever confirms has the order's page before them: how the money stands already is no news.
        const { own, besides } = momentsOf(context, order, money, await listDepositNews(transaction, id));
        const seen = [...own.filter(({ kind }) => isDepositNews(kind)), ...besides];
        for (const moment of seen) await insertMail(transaction, mailOf(subscription, moment, 'DROPPED', now()));
      });
      return { unsubscribeToken: subscription.token };
    },

    end: async ({ token }) => {
      await database.transaction().execute(async (transaction) => {
        if (!(await refuseCodes(transaction, token, now()))) await endSubscription(transaction, token);
      });
    },
  };
}

/** "XK4M-7PQ2" */
function makeCode(): string {
  const characters = Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET.charAt(randomInt(CODE_ALPHABET.length)));
  return `${characters.slice(0, CODE_LENGTH / 2).join('')}-${characters.slice(CODE_LENGTH / 2).join('')}`;
}

/** As people type it: in lower case, with blanks, without the dash. */
export function hashCode(subscriptionId: string, typed: string): string {
  return sha256(`${subscriptionId}:${typed.replaceAll(/[\s-]/g, '').toUpperCase()}`);
}

/** One answer for a wrong, an old and a used code, and for an address without any. */
function wrongCode(): ApiError {
  return new ApiError('ERR_VALIDATION', 'This code is not right, or no longer. Ask for a new one.', {
    field: 'code',
    code: 'notify.mail.wrongCode',
  });
}
