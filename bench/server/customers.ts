import type { Request } from 'autocannon';
import { SESSION_KIND_HEADER, userRoutes } from '../../contract/api/users.ts';
import { claimedRate } from '../../contract/claimedRate.ts';
import type { Order } from '../../contract/schemas/orders.ts';
import type { PairData } from '../../contract/schemas/rates.ts';
import type { CreateUserOutput, SignInOutput } from '../../contract/schemas/users.ts';
import { percentile } from '../measure.ts';

/** What customers send, and the amount: of ETH enough for a sweep that does not wait for lower fees */
const SENT = { btc: '0.001', eth: '0.3' } as const;
const ASK = { instrumentToSlug: 'ltc', rateMode: 'FLOATING' };
const DESTINATION = 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1';

export const PASSWORD = 'harbour lantern 27';

export interface SignedIn {
  userId: number;
  email: string;
  /** Client IP address: each customer has a different one, because limits count per address */
  address: string;
  accessToken: string;
}

export interface Creations {
  orders: Order[];
  perSecond: number;
  /** Of one creation, milliseconds */
  median: number;
  p99: number;
}

/** Creates `count` orders of different customers, `together` at a time. `first`: the number of the first customer. */
export async function createOrders(
  origin: string,
  count: number,
  together: number,
  { first = 1, coin = 'btc' }: { first?: number; coin?: keyof typeof SENT } = {},
): Promise<Creations> {
  const orders: Order[] = [];
  const times: number[] = [];
  let started = 0;
  const began = performance.now();
  const customer = async (): Promise<void> => {
    for (let number = (started += 1); number <= count; number = started += 1) {
      const order = await createOne(origin, coin, first + number - 1, times);
      orders.push(order);
    }
  };
  await Promise.all(Array.from({ length: together }, customer));
  const perSecond = (count / (performance.now() - began)) * 1_000;
  return { orders, perSecond, median: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

/** Measures only the creation, not the request for the quote. */
async function createOne(origin: string, coin: keyof typeof SENT, number: number, times: number[]): Promise<Order> {
  const headers = { 'x-forwarded-for': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}` };
  const ask = new URLSearchParams({ ...ASK, instrumentFromSlug: coin, claimedDepositAmount: SENT[coin] });
  const pair = await call<PairData>(`${origin}/api/v2/rates/public/one?${ask.toString()}`, { headers });
  const body = { ...claimedRate(pair), destinationAddress: DESTINATION, quoteId: pair.quoteId };
  const from = performance.now();
  const order = await post<Order>(`${origin}/api/v1/orders/public/create`, body, headers);
  times.push(performance.now() - from);
  return order;
}

export async function readOrder(origin: string, { orderId, destinationAddress }: Order, number: number): Promise<Order> {
  const query = new URLSearchParams({ orderId, destinationAddress });
  const headers = { 'x-forwarded-for': `10.200.${(number >> 8) & 255}.${number & 255}` };
  return await call<Order>(`${origin}/api/v1/orders/public-info?${query.toString()}`, { headers });
}

export async function payOrder(origin: string, { pair, depositAddress, claimedDepositAmount }: Order): Promise<void> {
  const payment = { instrumentSlug: pair.instrumentFrom.slug, toAddress: depositAddress, amount: claimedDepositAmount };
  await post(`${origin}/api/sandbox/send`, payment);
}

/** Registers the customer with this number and signs in. */
export async function signUp(origin: string, number: number): Promise<SignedIn> {
  const customer = { email: `customer${number}@example.com`, address: `10.100.${(number >> 8) & 255}.${number & 255}` };
  const { path, headers, body } = signInRequest(customer);
  const { userId } = await call<CreateUserOutput>(origin + userRoutes['users.create'].path, { method: 'POST', headers, body });
  const { tokens } = await call<SignInOutput>(origin + path, { method: 'POST', headers, body });
  if (!tokens) throw new Error(`${customer.email} could not sign in`);
  return { ...customer, userId, accessToken: tokens.accessToken };
}

export const signInRequest = ({ email, address }: Pick<SignedIn, 'email' | 'address'>) =>
  ({
    method: 'POST',
    path: userRoutes['users.authenticate'].path,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, [SESSION_KIND_HEADER]: 'header' },
    body: JSON.stringify({ email, password: PASSWORD }),
  }) satisfies Request;

async function post<Answer>(url: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
  return await call<Answer>(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

async function call<Answer>(url: string, options: RequestInit): Promise<Answer> {
  const answer = await fetch(url, options);
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}
