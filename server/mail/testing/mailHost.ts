import { type Mail, type Mailer } from '../../ports/mail/mailer.ts';
import {
  makeOrder,
  startOrderHost,
  type MadeOrder,
  type OrderHost,
  type OrderStore,
  type OrderOptions,
} from '../../orders/testing/orderHost.ts';
import type { OrderContext } from '../../orders/core/context.ts';
import { createMailWorker, type MailWorker } from '../mailWorker.ts';
import { createOrderMail, type OrderMail } from '../orderMail.ts';

export const CUSTOMER = { address: '203.0.113.7', origin: 'https://swap.example' };
export const EMAIL = 'ann@example.org';

/** An order host that sends mails to a server which keeps them, or fails as told. */
export interface MailHost extends OrderHost {
  mail: OrderMail;
  worker: MailWorker;
  sent: Mail[];
  /** What the mail server answers from now on, and when; null: it takes everything, at once. */
  failure: { error: Error | null; until: Promise<void> | null };
  /** Another process on the same database, with the same mail server. */
  otherWorker(): MailWorker;
}

export async function startMailHost(caps: Partial<OrderContext['caps']> = {}, store?: OrderStore): Promise<MailHost> {
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
  const createWorker = () => createMailWorker(host.context, mailer, 'Causeway');
  return Object.assign(host, {
    mail: createOrderMail(host.context),
    worker: createWorker(),
    otherWorker: createWorker,
    sent,
    failure,
  });
}

export const requestOf = (made: MadeOrder, email = EMAIL, locale: 'en' | 'ru' = 'en') => ({
  orderId: made.order.orderId,
  destinationAddress: made.destination,
  email,
  locale,
});

export function codeIn(mail: Mail | undefined): string {
  return /\b[A-Z2-9]{4}-[A-Z2-9]{4}\b/.exec(mail?.text ?? '')?.[0] ?? '';
}

/** The token of a code's mail that says "it was not me". */
export function refusalIn(mail: Mail | undefined): string {
  return /unsubscribe#not-me-(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

/** Asks for news, reads the code in the mail and confirms. Returns the token that ends the mails. */
export async function subscribe(host: MailHost, made: MadeOrder, email = EMAIL, locale: 'en' | 'ru' = 'en'): Promise<string> {
  await host.mail.request(requestOf(made, email, locale), CUSTOMER);
  await host.worker.tick();
  const { orderId, destinationAddress } = requestOf(made);
  const code = codeIn(host.sent.at(-1));
  const { unsubscribeToken } = await host.mail.confirm({ orderId, destinationAddress, email, code });
  return unsubscribeToken;
}

/** An order with a customer who reads of it, and has read what is told at the beginning. */
export async function makeSubscribedOrder(
  host: MailHost,
  wanted: OrderOptions = {},
  locale: 'en' | 'ru' = 'en',
): Promise<MadeOrder> {
  const made = await makeOrder(host, wanted);
  await subscribe(host, made, EMAIL, locale);
  host.sent.length = 0;
  return made;
}

/** Rounds of settlement, then what is to be told of them. */
export async function settleAndSend(host: MailHost, rounds = 2): Promise<void> {
  await host.tick(rounds);
  await host.worker.tick();
}

/** Lets time pass. What no version of the order shows is looked for twice a minute. */
export async function passAndSend(host: MailHost, milliseconds = 30_000): Promise<void> {
  host.advanceClock(milliseconds);
  await settleAndSend(host);
  await settleAndSend(host);
}
