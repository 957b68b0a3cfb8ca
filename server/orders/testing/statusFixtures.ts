import { TREASURY_INDEX } from '../../ports/chain/treasury.ts';
import type { AttentionReason, OrderStatus } from '../../../contract/order.ts';
import type { Order } from '../../../contract/schemas/orders.ts';
import { listOutboxRows } from '../../db/repositories/outbox.ts';
import { releaseHeld } from '../../operator/testing/acts.ts';
import { ADDRESSES, makeOrder, type MadeOrder, type OrderHost, type OrderOptions } from './orderHost.ts';

const HOUR = 3_600_000;

async function run(host: OrderHost, rounds = 5): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    for (const network of ['bitcoin', 'tron', 'ripple']) host.chain(network).mine(7);
    await host.tick();
  }
}

function pay(host: OrderHost, made: MadeOrder, amount = '0.1'): string {
  return host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', amount);
}

/** Creates an order whose deposit is detected in the mempool. */
async function detectedOrder(host: OrderHost, wanted: OrderOptions = {}, amount = '0.1'): Promise<MadeOrder> {
  const made = await makeOrder(host, wanted);
  pay(host, made, amount);
  await host.tick();
  return made;
}

async function lateOrder(host: OrderHost): Promise<MadeOrder> {
  const made = await makeOrder(host, { rateMode: 'FIXED' });
  host.advanceClock(21 * 60_000);
  pay(host, made);
  await host.tick();
  return made;
}

/** Creates an order held above a cap, reorgs out its deposit and sweep, then releases it. */
async function reorgedOrder(host: OrderHost): Promise<MadeOrder> {
  const made = await makeOrder(host);
  const txHash = pay(host, made);
  await run(host, 3);
  host.advanceClock(HOUR);
  const sweeps = (await listOutboxRows(host.database, made.order.orderId)).flatMap(({ tx_hash }) => tx_hash ?? []);
  for (const dropped of [txHash, ...sweeps]) host.chain('bitcoin').drop(dropped);
  await releaseHeld(host.context, `PAYOUT:${made.order.orderId}`);
  await host.tick(2);
  return made;
}

export async function accept(host: OrderHost, made: MadeOrder): Promise<Order> {
  const { orderId, destinationAddress } = made.order;
  const quoteId = (await host.orders.refundInfo(orderId)).offer?.quoteId ?? '';
  return await host.orders.acceptRateModeChange({ orderId, destinationAddress, quoteId }, authorizationOf(made));
}

export async function refundOwn(host: OrderHost, made: MadeOrder): Promise<Order> {
  const { orderId, destinationAddress } = made.order;
  const { refundAmount = '0', networkFee } = await host.orders.refundInfo(orderId);
  const refundAddress = ADDRESSES.bitcoin;
  const input = { orderId, destinationAddress, refundAddress, refundAmount, claimedNetworkFee: networkFee };
  return await host.orders.requestRefund(input, authorizationOf(made));
}

export async function refundExtra(host: OrderHost, made: MadeOrder): Promise<Order> {
  const { orderId, destinationAddress } = made.order;
  const extra = (await host.orders.refundInfo(orderId)).extra?.find(({ actions }) => actions.includes('REFUND'));
  const [refundAmount, claimedNetworkFee] = [extra?.refundAmount ?? '0', extra?.networkFee ?? '0'];
  const input = { orderId, destinationAddress, refundAmount, claimedNetworkFee, depositTxHash: extra?.depositTxHash ?? 'none' };
  return await host.orders.requestRefund(input, authorizationOf(made));
}

const authorizationOf = (made: MadeOrder) => ({ orderToken: made.token, clientAddress: null });

interface StatusFixture {
  status: OrderStatus;
  reason: AttentionReason | null;
  actions: string[];
  /** Distinguishes fixtures with the same status and reason */
  when?: string;
  /** Error code of actions that are not offered; default ERR_NOT_ACCEPTABLE */
  refusal?: string;
  /** Cap per order in USD, above which a payout is held */
  cap?: string;
  arrange: (host: OrderHost) => Promise<MadeOrder>;
}

const ACCEPT_OR_REFUND = ['ACCEPT', 'REFUND'];
const CONTACT_ONLY = ['CONTACT'];

/** One order per status and per attention reason. */
export const STATUS_FIXTURES: StatusFixture[] = [
  { status: 'AWAITING_DEPOSIT', reason: null, actions: [], arrange: (host) => makeOrder(host) },
  {
    status: 'AWAITING_DEPOSIT',
    reason: 'EXTRA_DEPOSIT',
    actions: ['REFUND'],
    when: 'deposit of another coin',
    arrange: async (host) => {
      const made = await makeOrder(host, {
        from: 'trx',
        to: 'btc',
        amount: '500',
        destination: ADDRESSES.bitcoin,
        refund: ADDRESSES.tron,
      });
      host.chain('tron').pay({ address: made.order.depositAddress }, 'usdttrc20', '50');
      await run(host, 3);
      return made;
    },
  },
  {
    status: 'AWAITING_DEPOSIT',
    reason: 'CLAIM_HELD',
    actions: CONTACT_ONLY,
    arrange: async (host) => {
      const made = await makeOrder(host, { from: 'xrp', amount: '100', refund: ADDRESSES.ripple });
      const txHash = host.chain('ripple').pay({ address: made.order.depositAddress }, 'xrp', '40');
      await run(host, 2);
      const { orderId, destinationAddress } = made.order;
      await host.orders.claimDeposit({ orderId, destinationAddress, txHash }, authorizationOf(made));
      return made;
    },
  },
  {
    status: 'CONFIRMING',
    reason: null,
    actions: [],
    arrange: async (host) => {
      const made = await detectedOrder(host);
      host.chain('bitcoin').mine();
      await host.tick();
      return made;
    },
  },
  {
    status: 'DECISION_NEEDED',
    reason: 'HIGH_VOLATILITY',
    actions: ACCEPT_OR_REFUND,
    arrange: async (host) => {
      const made = await makeOrder(host, { rateMode: 'FIXED' });
      host.desk.prices.set('btc', '58000');
      pay(host, made);
      await host.tick();
      return made;
    },
  },
  { status: 'DECISION_NEEDED', reason: 'SLOW_DEPOSIT', actions: ACCEPT_OR_REFUND, arrange: lateOrder },
  {
    status: 'DECISION_NEEDED',
    reason: 'WRONG_DEPOSIT_AMOUNT',
    actions: ACCEPT_OR_REFUND,
    arrange: (host) => detectedOrder(host, { rateMode: 'FIXED' }, '0.15'),
  },
  {
    status: 'DECISION_NEEDED',
    reason: 'BELOW_MINIMUM',
    actions: ['REFUND'],
    arrange: async (host) => {
      const made = await detectedOrder(host, {}, '0.0005');
      await run(host, 1);
      host.advanceClock(25 * HOUR);
      await host.tick();
      return made;
    },
  },
  {
    status: 'DECISION_NEEDED',
    reason: 'BELOW_MINIMUM',
    actions: CONTACT_ONLY,
    when: 'below the network fee',
    arrange: async (host) => {
      const made = await detectedOrder(host, {}, '0.00002');
      await run(host, 1);
      host.advanceClock(25 * HOUR);
      await host.tick();
      return made;
    },
  },
  {
    status: 'DECISION_NEEDED',
    reason: 'ABOVE_MAXIMUM',
    actions: ['REFUND', 'CONTACT'],
    when: 'no refund address',
    arrange: async (host) => {
      host.desk.maximum = '0.15';
      const made = await detectedOrder(host, { refund: null }, '0.2');
      await run(host, 2);
      return made;
    },
  },
  {
    status: 'DECISION_NEEDED',
    reason: 'NO_LIQUIDITY',
    actions: ACCEPT_OR_REFUND,
    arrange: async (host) => {
      const made = await makeOrder(host);
      host.chain('tron').credit(TREASURY_INDEX, 'usdttrc20', '-499000');
      pay(host, made);
      host.chain('bitcoin').mine(1);
      await host.tick();
      host.advanceClock(60_000);
      await host.tick();
      await run(host, 3);
      host.chain('tron').credit(TREASURY_INDEX, 'usdttrc20', '499000');
      host.advanceClock(60_000);
      return made;
    },
  },
  {
    status: 'DECISION_NEEDED',
    reason: 'NO_PRICE',
    actions: ['REFUND'],
    arrange: async (host) => {
      const made = await detectedOrder(host);
      host.desk.isStale = true;
      await run(host, 2);
      host.advanceClock(7 * HOUR);
      await host.tick();
      return made;
    },
  },
  {
    status: 'DECISION_NEEDED',
    reason: 'NETWORK_CONGESTED',
    actions: ACCEPT_OR_REFUND,
    arrange: async (host) => {
      const made = await detectedOrder(host);
      host.desk.fees.set('usdttrc20', '60');
      host.desk.congested.add('usdttrc20');
      await run(host, 3);
      host.advanceClock(6 * HOUR);
      await host.tick();
      return made;
    },
  },
  {
    status: 'DECISION_NEEDED',
    reason: 'SLOW_DEPOSIT',
    actions: CONTACT_ONLY,
    when: 'no order token',
    refusal: 'ERR_ORDER_TOKEN_REQUIRED',
    arrange: async (host) => {
      const made = await lateOrder(host);
      await host.database.updateTable('orders').set({ order_token_hash: null, refund_address: null }).execute();
      return made;
    },
  },
  {
    status: 'PAYING_OUT',
    reason: null,
    actions: [],
    arrange: async (host) => {
      const made = await makeOrder(host);
      pay(host, made);
      host.chain('tron').mode = 'down';
      await run(host, 3);
      return made;
    },
  },
  {
    status: 'PAYING_OUT',
    reason: 'PAYOUT_HELD',
    actions: CONTACT_ONLY,
    cap: '100',
    arrange: async (host) => {
      const made = await detectedOrder(host);
      await run(host, 3);
      return made;
    },
  },
  {
    status: 'PAYING_OUT',
    reason: 'PAYOUT_FAILED',
    actions: CONTACT_ONLY,
    arrange: async (host) => {
      host.chain('tron').failsSends = true;
      const made = await detectedOrder(host);
      await run(host, 3);
      return made;
    },
  },
  {
    status: 'PAYING_OUT',
    reason: 'DEPOSIT_REORGED',
    actions: CONTACT_ONLY,
    cap: '100',
    arrange: reorgedOrder,
  },
  {
    status: 'PAYING_OUT',
    reason: 'DEPOSIT_BLOCKED',
    actions: CONTACT_ONLY,
    arrange: async (host) => {
      const made = await makeOrder(host, {
        from: 'usdterc20',
        to: 'btc',
        amount: '300',
        destination: ADDRESSES.bitcoin,
        refund: ADDRESSES.ethereum,
      });
      const address = made.order.depositAddress;
      host.chain('ethereum').pay({ address }, 'usdterc20', '300');
      host.chain('ethereum').blocked.add(address);
      for (let round = 0; round < 5; round += 1) {
        host.chain('ethereum').mine(7);
        await host.tick();
      }
      return made;
    },
  },
  {
    status: 'PAYING_OUT',
    reason: 'PAYOUT_DELAYED',
    actions: CONTACT_ONLY,
    arrange: async (host) => {
      host.chain('tron').mode = 'refuse';
      const made = await detectedOrder(host);
      await run(host, 3);
      return made;
    },
  },
  {
    status: 'COMPLETED',
    reason: null,
    actions: [],
    arrange: async (host) => {
      const made = await detectedOrder(host);
      await run(host);
      return made;
    },
  },
  {
    status: 'COMPLETED',
    reason: 'EXTRA_DEPOSIT',
    actions: ['REFUND'],
    arrange: async (host) => {
      const made = await detectedOrder(host);
      await run(host);
      // Larger deposits become new orders (D63).
      host.desk.minimum = '100';
      pay(host, made, '0.05');
      await run(host, 2);
      return made;
    },
  },
  {
    status: 'REFUND_REQUESTED',
    reason: null,
    actions: [],
    arrange: async (host) => {
      const made = await lateOrder(host);
      await refundOwn(host, made);
      return made;
    },
  },
  {
    status: 'REFUND_REQUESTED',
    reason: 'REFUND_BLOCKED',
    actions: CONTACT_ONLY,
    arrange: async (host) => {
      const made = await makeOrder(host, { rateMode: 'FIXED' });
      host.advanceClock(21 * 60_000);
      pay(host, made, '0.00002');
      await run(host, 1);
      const large = pay(host, made, '0.1');
      await host.tick();
      await refundOwn(host, made);
      host.chain('bitcoin').drop(large);
      await host.tick();
      return made;
    },
  },
  {
    status: 'REFUNDING',
    reason: null,
    actions: [],
    arrange: async (host) => {
      const made = await lateOrder(host);
      await run(host, 1);
      host.chain('bitcoin').mode = 'down';
      await refundOwn(host, made);
      await host.tick();
      return made;
    },
  },
  {
    status: 'REFUNDED',
    reason: null,
    actions: [],
    arrange: async (host) => {
      const made = await lateOrder(host);
      await refundOwn(host, made);
      await run(host);
      return made;
    },
  },
];
