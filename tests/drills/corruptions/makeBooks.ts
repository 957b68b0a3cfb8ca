import type { Order } from '../../../contract/api/orders.ts';
import { deriveAddress } from '../../../server/ports/chain/embedded/derivation.ts';
import { callApi, Refusal } from '../support/callApi.ts';
import {
  addressOn,
  clientOf,
  create,
  live,
  networkOf,
  ownerOf,
  pay,
  persist,
  referenceOf,
  untilTheEnd,
  type Plan,
  type World,
} from '../support/customer.ts';
import { openEarner, signUp, type Earner } from '../support/earner.ts';
import type { RealCoin } from '../support/realNetwork.ts';
import type { BookCustomer, Books, BookOrders } from './corruption.ts';

type Wish = Pick<Plan, 'from' | 'to' | 'amount' | 'rateMode' | 'share' | 'whenAsked'>;
type Outcome = Exclude<keyof BookOrders, 'own' | 'unpaid'>;

const WISHES: Record<Outcome, Wish> = {
  floating: { from: 'btc', to: 'usdterc20', amount: '0.006', rateMode: 'FLOATING', share: '1', whenAsked: 'ACCEPT' },
  fixed: { from: 'eth', to: 'ltc', amount: '0.15', rateMode: 'FIXED', share: '1', whenAsked: 'ACCEPT' },
  token: { from: 'usdttrc20', to: 'eth', amount: '400', rateMode: 'FLOATING', share: '1', whenAsked: 'ACCEPT' },
  refunded: { from: 'ltc', to: 'eth', amount: '4', rateMode: 'FIXED', share: '1.04', whenAsked: 'REFUND' },
  redirected: { from: 'eth', to: 'usdttrc20', amount: '0.15', rateMode: 'FIXED', share: '1.04', whenAsked: 'REFUND' },
  extra: { from: 'eth', to: 'sol', amount: '0.15', rateMode: 'FIXED', share: '1', whenAsked: 'ACCEPT' },
};

const OWN: Wish = { from: 'btc', to: 'usdttrc20', amount: '0.006', rateMode: 'FLOATING', share: '1', whenAsked: 'ACCEPT' };

/** On a network where the order's address has a balance of its own. */
const UNPAID: Wish = { from: 'eth', to: 'ltc', amount: '0.15', rateMode: 'FIXED', share: '1', whenAsked: 'ACCEPT' };

/**
 * Runs one order with each outcome through the API. Resolves when all of them, and the extra deposit's refund, have ended.
 * With nodes of a network whose coin is none of `WISHES`, that coin replaces LTC.
 */
export async function makeBooks(world: World, round: number): Promise<Books> {
  const { coin } = world.exchange.real ?? {};
  const outcomes = Object.keys(WISHES) as Outcome[];
  const making = outcomes.map(async (outcome, index) => {
    const plan = planOf(WISHES[outcome], round * ORDERS_PER_ROUND + index, coin);
    const order = await create(world, plan);
    await pay(world, plan, order);
    const other = addressOn(plan.from, plan.number, 'another refund');
    if (outcome === 'redirected') await refundTo(world, plan, order, { refundAddress: other });
    await untilTheEnd(world, plan, order);
    if (outcome === 'extra') await refundExtra(world, plan, order, other);
    return [outcome, order.orderId] as const;
  });
  const [{ own, ...customer }, made] = await Promise.all([makeCustomers(world, round), Promise.all(making)]);
  // Last, so that its time is not over while the changes are made.
  const plan = planOf(UNPAID, (round + 1) * ORDERS_PER_ROUND - 2);
  const unpaid = await create(world, plan);
  const thief = (instrument: string) => deriveAddress('thief', networkOf(instrument), round);
  return {
    database: world.exchange.database,
    orders: { ...(Object.fromEntries(made) as Record<Outcome, string>), own, unpaid: unpaid.orderId },
    customer,
    thief: { btc: thief('btc'), eth: thief('eth'), usdterc20: thief('usdterc20'), fixed: thief(coin?.slug ?? WISHES.fixed.to) },
  };
}

const WITHDRAWN = '6';
/** At least one more than there are outcomes */
const ORDERS_PER_ROUND = 20;

/** `coin`: what replaces LTC */
function planOf(wish: Wish, number: number, coin?: RealCoin): Plan {
  const isFrom = coin !== undefined && wish.from === 'ltc';
  const isTo = coin !== undefined && wish.to === 'ltc';
  return {
    ...wish,
    ...(isFrom && { from: coin.slug, amount: coin.amount }),
    ...(isTo && { to: coin.slug }),
    number,
    destinationAddress: isTo ? coin.addressOf(number, 'destination') : addressOn(wish.to, number, 'destination'),
    refundAddress: isFrom ? coin.addressOf(number, 'refund') : addressOn(wish.from, number, 'refund'),
  };
}

/**
 * Registers two customers. One earns and withdraws, the other was brought by it, and exchanges. Resolves when the withdrawal is
 * confirmed and the order of the other one, `own`, has ended.
 */
async function makeCustomers(world: World, round: number): Promise<BookCustomer & { own: string }> {
  const earner = await openEarner(world, { email: `earner-${round}@example.com`, wanted: WITHDRAWN });
  const [withdrawalId, other] = await Promise.all([withdraw(world, earner, round), exchangeAsOther(world, earner, round)]);
  return { userId: earner.userId, withdrawalId, ...other };
}

async function withdraw(world: World, earner: Earner, round: number): Promise<string> {
  const address = addressOn('usdttrc20', round, 'withdrawal');
  const wanted = { currencyTitle: 'USDT', networkTitle: 'TRC20', address, amount: WITHDRAWN };
  const { withdrawal } = await earner.withdraw(wanted, { idempotencyKey: `books-withdrawal-${round}` });
  await persist(world, async () => {
    const { withdrawals } = await earner.call('withdrawals.list', {});
    if (withdrawals[0]?.state !== 'SENT') throw new Error(`The withdrawal ${withdrawal.withdrawalId} is not sent yet`);
  });
  return withdrawal.withdrawalId;
}

async function exchangeAsOther(world: World, { referrerId }: Earner, round: number): Promise<{ otherId: number; own: string }> {
  const other = await signUp(world, `other-${round}@example.com`, referrerId);
  const plan = { ...planOf(OWN, (round + 1) * ORDERS_PER_ROUND - 1), accessToken: other.accessToken() };
  const { order } = await live(world, plan);
  return { otherId: other.userId, own: order.orderId };
}

/** Requests the refund that the order offers, to another address than the one given at creation. */
async function refundTo(
  world: World,
  plan: Plan,
  made: Order,
  named: { refundAddress: string; depositTxHash?: string },
): Promise<void> {
  const [reference, client] = [referenceOf(made), ownerOf(plan)];
  await persist(world, async (url) => {
    const info = await callApi(url, 'orders.refundInfo', { orderId: made.orderId }, client);
    const extra = info.extra?.find(({ depositTxHash }) => depositTxHash === named.depositTxHash);
    const { attention } = await callApi(url, 'orders.publicInfo', reference, client);
    const due = named.depositTxHash === undefined ? { ...info, actions: attention?.actions } : extra;
    // Tried again until the deposit has its confirmations.
    if (due?.actions?.includes('REFUND') !== true || typeof due.refundAmount !== 'string' || due.networkFee === null) {
      throw new Error(`Order ${made.orderId} offers no refund`);
    }
    const agreed = { refundAmount: due.refundAmount, claimedNetworkFee: due.networkFee };
    await callApi(url, 'orders.requestRefund', { ...reference, ...agreed, ...named }, client).catch((error: unknown) => {
      // Fees change every 30 s. Tried again with today's.
      if (error instanceof Refusal && error.code === 'ERR_RATE_CHANGED') throw new Error(error.message, { cause: error });
      throw error;
    });
  });
}

/** Pays an extra deposit to an order that has ended, and has it refunded. */
async function refundExtra(world: World, plan: Plan, made: Order, refundAddress: string): Promise<void> {
  const { depositAddress: toAddress, depositAddressMemo: memo } = made;
  const { txHash } = await persist(world, (url) =>
    callApi(url, 'sandbox.send', { instrumentSlug: plan.from, toAddress, memo, amount: '0.2' }),
  );
  await refundTo(world, plan, made, { refundAddress, depositTxHash: txHash });
  await persist(world, async (url) => {
    const order = await callApi(url, 'orders.publicInfo', referenceOf(made), clientOf(plan));
    if (!order.refunds.some(({ txHash: sent }) => sent !== null)) throw new Error('The extra deposit is not refunded yet');
    if (order.receipt?.document.number !== '2') throw new Error('The refund has no receipt yet');
  });
}
