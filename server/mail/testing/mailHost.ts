import { afterEach, beforeEach } from 'vitest';
import type { LocaleCode } from '../../../contract/paths/locales.ts';
import { type Mail, type Mailer } from '../../ports/mail/mailer.ts';
import { makeOrder, startOrderHost, type MadeOrder, type OrderHost, type OrderOptions } from '../../orders/testing/orderHost.ts';
import type { TestStore } from '../../../tests/support/databases.ts';
import { TEST_SEALING } from '../../../tests/support/testSealing.ts';
import type { OrderContext } from '../../orders/core/context.ts';
import { createMailWorker, type MailWorker } from '../mailWorker.ts';
import { createOrderMail, type OrderMail } from '../orderMail.ts';

export const CUSTOMER = { address: '203.0.113.7', origin: 'https://swap.example' };
export const EMAIL = 'ann@example.org';

/** An order host with a fake mail server, which stores mails or fails. */
export interface MailHost extends OrderHost {
  mail: OrderMail;
  worker: MailWorker;
  sent: Mail[];
  /** The mail server's error, and when it answers; null: it accepts mails, at once */
  failure: { error: Error | null; until: Promise<void> | null };
  /** Creates the worker of another process, with the same database and mail server. */
  otherWorker(options?: Parameters<typeof createMailWorker>[2]): MailWorker;
}

export async function startMailHost(
  caps: Partial<OrderContext['caps']> = {},
  store?: Omit<TestStore, 'place'>,
): Promise<MailHost> {
  const host = await startOrderHost(caps, store);
  const sent: Mail[] = [];
  const failure: MailHost['failure'] = { error: null, until: null };
  const mailer: Mailer = {
    send: async (mail) => {
      await failure.until;
      if (failure.error) throw failure.error;
      sent.push(mail);
    },
  };
  const createWorker: MailHost['otherWorker'] = (options) =>
    createMailWorker(host.context, { mailer, brand: 'Causeway', sealing: TEST_SEALING }, options);
  return Object.assign(host, {
    mail: createOrderMail(host.context),
    worker: createWorker(),
    otherWorker: createWorker,
    sent,
    failure,
  });
}

export const requestOf = (made: MadeOrder, email = EMAIL, locale: LocaleCode = 'en') => ({
  orderId: made.order.orderId,
  destinationAddress: made.destination,
  email,
  locale,
});

export function codeIn(mail: Mail | undefined): string {
  return /\b[A-Z2-9]{4}-[A-Z2-9]{4}\b/.exec(mail?.text ?? '')?.[0] ?? '';
}

/** Returns the token of the "it wasn't me" link. */
export function optOutTokenIn(mail: Mail | undefined): string {
  return /unsubscribe#not-me-(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

/** Requests a code, reads it in the mail and confirms it. Returns the token that unsubscribes. */
export async function subscribe(host: MailHost, made: MadeOrder, email = EMAIL, locale: LocaleCode = 'en'): Promise<string> {
  await host.mail.request(requestOf(made, email, locale), CUSTOMER);
  await host.worker.tick();
  const { orderId, destinationAddress } = requestOf(made);
  const code = codeIn(host.sent.at(-1));
  const { unsubscribeToken } = await host.mail.confirm({ orderId, destinationAddress, email, code });
  return unsubscribeToken;
}

/** Starts a mail host before each test and closes it afterwards. */
export function useMailHost() {
  let host: MailHost;
  let made: MadeOrder;
  beforeEach(async () => {
    host = await startMailHost();
  });
  afterEach(async () => await host.close());

  /** Runs the order's workers, then the mail worker. */
  const settle = async (rounds = 2): Promise<void> => {
    await host.tick(rounds);
    await host.worker.tick();
  };
  return {
    get host() {
      return host;
    },
    get made() {
      return made;
    },
    restart: async (caps: Parameters<typeof startMailHost>[0]): Promise<void> => {
      await host.close();
      host = await startMailHost(caps);
    },
    makeOrder: async (options: OrderOptions = {}): Promise<MadeOrder> => (made = await makeOrder(host, options)),
    /** Makes an order with a subscriber, and forgets the mails sent so far. */
    begin: async (options: OrderOptions = {}, locale: LocaleCode = 'en'): Promise<void> => {
      made = await makeOrder(host, options);
      await subscribe(host, made, EMAIL, locale);
      host.sent.length = 0;
    },
    settle,
    /** Advances the clock. Changes that raise no version of the order are found by a check every 30 s. */
    later: async (milliseconds = 30_000): Promise<void> => {
      host.advanceClock(milliseconds);
      await settle();
      await settle();
    },
    /** Pays to the order without a block. Returns the transaction. */
    send: (amount: string): string => host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', amount),
    mine: async (blocks = 1): Promise<void> => {
      host.chain('bitcoin').mine(blocks);
      await settle();
    },
    /** The subjects of all mails, with X for the order's id. */
    subjects: (): string[] => host.sent.map(({ subject }) => subject.replace(/\S{6}…[\w-]{4}/, 'X')),
    textOf: (index: number): string => host.sent.at(index)?.text ?? '',
  };
}
