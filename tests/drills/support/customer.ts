import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Order } from '../../../contract/api/orders.ts';
import type { PairData } from '../../../contract/api/rates.ts';
import { claimedRate } from '../../../contract/claimedRate.ts';
import { amount, toDecimal, type Decimal } from '../../../contract/money.ts';
import type { RateMode } from '../../../contract/order.ts';
import { normaliseAddress } from '../../../server/instruments/addresses/index.ts';
import type { Network } from '../../../server/instruments/catalogue.ts';
import { loadCatalogue } from '../../../server/instruments/loadCatalogue.ts';
import { deriveAddress } from '../../../server/ports/chain/embedded/derivation.ts';
import { callApi, Refusal } from './callApi.ts';
import type { Exchange } from './exchange.ts';
import type { Random } from './random.ts';
import type { RealCoin } from './realNetwork.ts';

export const catalogue = loadCatalogue();

/** What a customer wants, and does when asked. */
export interface Plan {
  number: number;
  from: string;
  to: string;
  amount: Decimal;
  rateMode: RateMode;
  /** How much of it he sends: with too much for a fixed rate he is asked at once, with too little only when its time is over */
  share: Decimal;
  whenAsked: 'ACCEPT' | 'REFUND';
  destinationAddress: string;
  refundAddress: string;
  /** How wrong the clock of his device is, milliseconds; behind when negative */
  clockOffMs?: number;
  /** The referral code that earns a share of the order's fee */
  referrerId?: string;
  /** Of the session in which he swaps */
  accessToken?: string;
}

/** How it went, as the customer saw it. */
export interface Life {
  plan: Plan;
  order: Order;
}

const SENDING = [
  ['btc', '0.006'],
  ['ltc', '4'],
  ['eth', '0.15'],
  ['usdttrc20', '400'],
  ['xrp', '250'],
] as const;
const RECEIVING = ['eth', 'usdterc20', 'ltc', 'usdttrc20', 'sol'] as const;

/** The networks on which customers pay, and all on which anything happens. */
export const SENDING_NETWORKS: ReadonlySet<string> = new Set(SENDING.map(([slug]) => networkOf(slug).slug));
export const NETWORKS: ReadonlySet<string> = new Set([...SENDING_NETWORKS, ...RECEIVING.map((slug) => networkOf(slug).slug)]);

/**
 * Most swap as planned; some send the wrong amount for a fixed rate, and are asked. Nobody shares an address with anybody.
 * `coin`: a coin of real nodes that customers swap besides the others.
 */
export function planLife(number: number, random: Random, coin?: RealCoin): Plan {
  const [from, value] = random.pick(coin ? [...SENDING, [coin.slug, coin.amount] as const] : SENDING);
  const others = [...RECEIVING, ...(coin ? [coin.slug] : [])].filter((slug) => slug !== from);
  const addressOf = (slug: string, purpose: 'destination' | 'refund'): string =>
    slug === coin?.slug ? coin.addressOf(number, purpose) : addressOn(slug, number, purpose);
  const to = others[random.between(0, others.length - 1)] ?? 'sol';
  const isFixed = random.next() < 0.5;
  const isWrong = isFixed && random.next() < 0.5;
  return {
    number,
    from,
    to,
    amount: value,
    rateMode: isFixed ? 'FIXED' : 'FLOATING',
    share: isWrong ? '1.04' : '1',
    whenAsked: random.pick(['ACCEPT', 'REFUND']),
    destinationAddress: addressOf(to, 'destination'),
    refundAddress: addressOf(from, 'refund'),
  };
}

/** Returns a customer whose number is above those of all others. */
export const planStranger = (random: Random): Plan => planLife(random.between(1_000_000, 2_000_000), random);

export function addressOn(instrument: string, number: number, purpose: string): string {
  return deriveAddress(`a customer's ${purpose}`, networkOf(instrument), number + 1);
}

export function networkOf(instrument: string): Network {
  const found = catalogue.instruments.get(instrument);
  if (!found) throw new Error(`The catalogue has no ${instrument}`);
  return catalogue.networkOf(found);
}

/** What a customer notices that must never be: an answer that is neither a success nor a code of the catalogue. */
export type Complain = (complaint: string) => void;

export interface World {
  exchange: Exchange;
  /** When the customers give up, milliseconds since 1970 */
  deadline: number;
  complain: Complain;
  /** An answer that takes longer is a broken promise */
  longestAnswerMs: number;
  /** Sees every answer about an order. `askedAt`: milliseconds since 1970 */
  observe?: (plan: Plan, order: Order, askedAt: number) => void;
}

const tokenOf = ({ number }: Plan): string => `token-${number}`.padEnd(43, 'x');

/** A whole swap, by a customer who does not give up: what fails is tried again as a good client does. */
export async function live(world: World, plan: Plan, onMade?: (plan: Plan) => void): Promise<Life> {
  const order = await create(world, plan);
  onMade?.(plan);
  await pay(world, plan, order);
  return { plan, order: await untilTheEnd(world, plan, order) };
}

const TEMPORARY: readonly string[] = ['ERR_PAIR_NOT_ACTIVE', 'ERR_UNPROCESSABLE_ENTITY'];

export async function create(world: World, plan: Plan): Promise<Order> {
  for (let attempt = 1; ; attempt += 1) {
    const input = { instrumentFromSlug: plan.from, instrumentToSlug: plan.to, rateMode: plan.rateMode } as const;
    try {
      const pair = await persist(world, (url) =>
        callApi(url, 'rates.one', { ...input, exchangeType: 'crypto', claimedDepositAmount: plan.amount }, clientOf(plan)),
      );
      return await persist(world, (url) =>
        callApi(url, 'orders.create', orderOf(plan, pair), {
          ...clientOf(plan),
          idempotencyKey: `drill-${plan.number}-${attempt}-${pair.quoteId ?? ''}`.slice(0, 128),
        }),
      );
    } catch (error) {
      // The quote was too old by the time that a host answered: a client asks with the new one.
      if (error instanceof Refusal && error.code === 'ERR_RATE_CHANGED') continue;
      // Closed for a while, because a network is broken; or no fixed rate, because its fees are high. The customer comes back.
      const isTemporary = error instanceof Refusal && TEMPORARY.includes(error.code);
      if (!isTemporary || Date.now() > world.deadline) throw error;
      await wait(POLL_MS);
    }
  }
}

export const clientOf = ({ number, clockOffMs, accessToken }: Plan) => ({
  clientAddress: `198.18.${Math.floor(number / 250) % 250}.${(number % 250) + 1}`,
  headers: {
    ...(clockOffMs !== undefined && datedBy(new Date(Date.now() + clockOffMs))),
    ...(accessToken !== undefined && { authorization: `Bearer ${accessToken}` }),
  },
});

/** Every header in which a client may say what time it is. */
function datedBy(time: Date): Record<string, string> {
  const date = time.toUTCString();
  return { date, 'if-modified-since': date, 'if-unmodified-since': date, 'if-range': date, expires: date };
}

/** The client that created an order, and may decide */
export const ownerOf = (plan: Plan) => ({ ...clientOf(plan), orderToken: tokenOf(plan) });

export const referenceOf = ({ orderId, destinationAddress }: Order) => ({ orderId, destinationAddress });

export function orderOf(plan: Plan, pair: PairData) {
  return {
    ...claimedRate(pair),
    destinationAddress: plan.destinationAddress,
    refundAddress: plan.refundAddress,
    ...(pair.quoteId !== undefined && { quoteId: pair.quoteId }),
    ...(plan.referrerId !== undefined && { referrerId: plan.referrerId }),
    orderTokenHash: createHash('sha256').update(tokenOf(plan)).digest('hex'),
  };
}

/** How the sandbox says what its network said, with the code of a bad input. */
const NETWORK_REFUSES = 'The network refuses';

/** Pays once. When a response is lost, checks the chain before it pays again. */
export async function pay(world: World, plan: Plan, order: Order): Promise<void> {
  const value = toDecimal(amount(plan.amount).times(amount(plan.share)));
  const { depositAddress: toAddress, depositAddressMemo: memo } = order;
  const { real } = world.exchange;
  if (real && networkOf(plan.from).slug === real.slug) return await persist(world, () => real.pay(toAddress, value));
  await persist(world, async (url) => {
    if (await isPaid(world.exchange, plan.from, toAddress, memo)) return;
    try {
      await callApi(url, 'sandbox.send', { instrumentSlug: plan.from, toAddress, memo, amount: value });
    } catch (error) {
      // A network that refuses payments for a while is no answer about this one.
      if (error instanceof Refusal && error.message.includes(NETWORK_REFUSES)) throw new Error(error.message, { cause: error });
      throw error;
    }
  });
}

async function isPaid({ database }: Exchange, instrument: string, toAddress: string, memo: string | null): Promise<boolean> {
  const network = networkOf(instrument);
  const found = await database
    .selectFrom('chain_transfers')
    .select(['tx_hash', 'memo'])
    .where('network', '=', network.slug)
    .where('to_address', '=', normaliseAddress(network, toAddress))
    .execute();
  return found.some((transfer) => memo === null || transfer.memo === memo);
}

const POLL_MS = 1_000;
const END: readonly string[] = ['WITHDRAWAL_COMPLETED', 'REFUND_COMPLETED'];

export async function untilTheEnd(world: World, plan: Plan, made: Order): Promise<Order> {
  for (;;) {
    let askedAt = 0;
    const order = await persist(world, (url) => {
      askedAt = Date.now();
      return callApi(url, 'orders.publicInfo', referenceOf(made), clientOf(plan));
    });
    world.observe?.(plan, order, askedAt);
    // A network may have taken his payment back, and nobody waits for it but he.
    if (order.deposits.length === 0) await pay(world, plan, made);
    if (order.orderEvents.some(({ kind }) => END.includes(kind))) return order;
    if (Date.now() > world.deadline) throw new Error(`Order ${made.orderId} has not ended: ${lastOf(order)}`);
    if (order.attention?.actions.includes(plan.whenAsked)) await decide(world, plan, made);
    await wait(POLL_MS);
  }
}

function lastOf(order: Order): string {
  return `${order.orderEvents.at(-1)?.kind ?? 'no event'}, ${order.attention?.reason ?? 'no attention'}`;
}

/** Says yes or no with today's numbers; that they changed meanwhile, or that it is decided already, is a fine answer. */
async function decide(world: World, plan: Plan, made: Order): Promise<void> {
  const [reference, client] = [referenceOf(made), ownerOf(plan)];
  try {
    await persist(world, async (url) => {
      const info = await callApi(url, 'orders.refundInfo', { orderId: reference.orderId }, client);
      if (plan.whenAsked === 'ACCEPT' && info.offer) {
        await callApi(url, 'orders.acceptRateModeChange', { ...reference, quoteId: info.offer.quoteId }, client);
      } else if (plan.whenAsked === 'REFUND' && info.refundAmount !== undefined) {
        const agreed = { refundAmount: info.refundAmount, claimedNetworkFee: info.networkFee };
        await callApi(url, 'orders.requestRefund', { ...reference, ...agreed }, client);
      }
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (!['ERR_RATE_CHANGED', 'ERR_NOT_ACCEPTABLE', 'ERR_NO_LIQUIDITY_AVAILABLE'].includes(error.code)) throw error;
  }
}

/** Longer than this no client waits for an answer (DEFAULT_TIMEOUT_MS), so that a later one, or none, is a broken promise. */
export const LONGEST_ANSWER_MS = 15_000;

/**
 * Tries until there is an answer. No answer, a request that arrived too slowly (408), "busy" (429) and an honest 503 are tried
 * again; any other 5xx is a broken promise, and is tried again too; so is any answer that takes longer than
 * a client waits. What the host refuses for a reason is thrown.
 */
export async function persist<Value>(world: World, work: (url: string) => Promise<Value>): Promise<Value> {
  for (;;) {
    try {
      return await timed(world, () => work(world.exchange.anyUrl()));
    } catch (error) {
      if (error instanceof Refusal && error.status < 500 && ![408, 429].includes(error.status)) throw error;
      if (error instanceof Refusal && error.status >= 500 && error.status !== 503) world.complain(error.message);
      if (Date.now() > world.deadline) throw error;
      // More often than once a second is more than a route lets one client in.
      await wait(POLL_MS);
    }
  }
}

async function timed<Value>({ complain, longestAnswerMs }: World, work: () => Promise<Value>): Promise<Value> {
  const startedAt = Date.now();
  let said = 'a success';
  try {
    return await work();
  } catch (error) {
    said = String(error);
    throw error;
  } finally {
    const took = Date.now() - startedAt;
    if (took > longestAnswerMs) complain(`an answer took ${Math.round(took / 1_000)} s: ${said}`);
  }
}
