import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { add, amount, sum, type Decimal } from '../../contract/money.ts';
import { listDeposits } from '../db/repositories/deposits.ts';
import type { ApiError } from '../../contract/errors.ts';
import {
  ADDRESSES,
  kinds,
  ledgerAccounts,
  ledgerSums,
  look,
  makeOrder,
  startOrderHost,
  type MadeOrder,
  type OrderHost,
} from './testing/orderHost.ts';

const MINUTE = 60_000;
const NETWORKS = ['bitcoin', 'tron'] as const;
const HELD = { bitcoin: ['btc'], tron: ['trx', 'usdttrc20'] };

/** What may happen to an order, or around it, in any sequence. */
const happening = fc.oneof(
  fc.record({
    kind: fc.constant('pay' as const),
    share: fc.constantFrom('0.001', '0.3', '0.7', '0.997', '1', '1.004', '1.5', '30'),
  }),
  fc.record({ kind: fc.constant('mine' as const), blocks: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constant('tick' as const) }),
  fc.record({ kind: fc.constant('pass' as const), minutes: fc.constantFrom(1, 19, 70, 24 * 60) }),
  fc.record({ kind: fc.constant('price' as const), btc: fc.constantFrom('58000', '59900', '60000', '63000') }),
  fc.record({ kind: fc.constant('stale' as const), isStale: fc.boolean() }),
  fc.record({
    kind: fc.constant('break' as const),
    network: fc.constantFrom(...NETWORKS),
    mode: fc.constantFrom('up', 'down', 'refuse'),
  }),
  fc.record({ kind: fc.constant('drop' as const) }),
  fc.record({ kind: fc.constant('accept' as const) }),
  fc.record({ kind: fc.constant('refund' as const) }),
  fc.record({ kind: fc.constant('restart' as const) }),
);
type Happening = typeof happening extends fc.Arbitrary<infer Value> ? Value : never;

interface Life {
  host: OrderHost;
  made: MadeOrder;
  unconfirmed: string[];
}

const authorityOf = ({ made }: Life) => ({ orderToken: made.token, clientAddress: null });

async function accept(life: Life): Promise<void> {
  const { orderId, destinationAddress } = { ...life.made.order };
  const { offer } = await life.host.orders.refundInfo(orderId);
  if (!offer) return;
  await life.host.orders.acceptRateModeChange({ orderId, destinationAddress, quoteId: offer.quoteId }, authorityOf(life));
}

async function refund(life: Life): Promise<void> {
  const { orderId, destinationAddress } = life.made.order;
  const { refundAmount = '0', networkFee } = await life.host.orders.refundInfo(orderId);
  const input = { orderId, destinationAddress, refundAmount, claimedNetworkFee: networkFee };
  await life.host.orders.requestRefund(input, authorityOf(life));
}

/** A refusal of the catalogue is a fine answer; anything else is a fault. */
function unlessRefused(error: unknown): void {
  const { code } = error as ApiError;
  expect(
    ['ERR_NOT_ACCEPTABLE', 'ERR_RATE_CHANGED', 'ERR_NO_LIQUIDITY_AVAILABLE', 'ERR_SERVICE_UNAVAILABLE'].includes(code),
    String(error),
  ).toBe(true);
}

async function happen(life: Life, event: Happening): Promise<void> {
  const { host, made } = life;
  const bitcoin = host.chain('bitcoin');
  switch (event.kind) {
    case 'pay': {
      const value = amount('0.1').times(amount(event.share)).round(8, 0).toFixed();
      life.unconfirmed.push(bitcoin.pay({ address: made.order.depositAddress }, 'btc', value));
      return;
    }
    case 'mine':
      for (const network of NETWORKS) host.chain(network).mine(event.blocks);
      life.unconfirmed = [];
      return;
    case 'tick':
      await host.tick();
      return;
    case 'pass':
      host.pass(event.minutes * MINUTE);
      return;
    case 'price':
      host.desk.prices.set('btc', event.btc);
      return;
    case 'stale':
      host.desk.isStale = event.isStale;
      return;
    case 'break':
      host.chain(event.network).mode = event.mode;
      return;
    case 'drop': {
      const last = life.unconfirmed.pop();
      if (last !== undefined) bitcoin.drop(last);
      return;
    }
    case 'accept':
      await accept(life).catch(unlessRefused);
      return;
    case 'refund':
      await refund(life).catch(unlessRefused);
      return;
    case 'restart':
      await host.restart();
  }
}

/** Everything is mended and the days go by. */
async function settleDown(host: OrderHost): Promise<void> {
  host.desk.isStale = false;
  for (const network of NETWORKS) host.chain(network).mode = 'up';
  for (let day = 0; day < 3; day += 1) {
    for (let round = 0; round < 6; round += 1) {
      for (const network of NETWORKS) host.chain(network).mine(3);
      host.pass(11 * MINUTE);
      await host.tick();
    }
    host.pass(24 * 60 * MINUTE);
  }
}

/** What the ledger calls ours lies on the networks, to the last digit. */
async function expectReconciled(host: OrderHost): Promise<void> {
  const accounts = await ledgerAccounts(host);
  const initial: Record<string, Decimal> = { btc: '10', trx: '100000', usdttrc20: '500000' };
  const { deposit_index: index } = await host.database.selectFrom('orders').select('deposit_index').executeTakeFirstOrThrow();
  for (const network of NETWORKS) {
    for (const instrument of HELD[network]) {
      const held = sum([await host.chain(network).balance(0, instrument), await host.chain(network).balance(index, instrument)]);
      const booked = add(accounts[`TREASURY ${instrument}`] ?? '0', accounts[`DEPOSIT_ADDRESSES ${instrument}`] ?? '0');
      expect(held, instrument).toBe(add(initial[instrument] ?? '0', booked));
    }
  }
}

async function expectSound({ host, made }: Life): Promise<void> {
  const order = await look(host, made);
  expect(new Set(['0', ...Object.values(await ledgerSums(host))])).toEqual(new Set(['0']));
  await expectReconciled(host);

  const payouts = host.chain('tron').receivedBy(ADDRESSES.tron);
  const refunds = host.chain('bitcoin').receivedBy(ADDRESSES.bitcoin);
  expect(payouts.length + refunds.length).toBeLessThanOrEqual(1);

  const deposits = await listDeposits(host.database, order.orderId);
  const isEnded = kinds(order).includes('WITHDRAWAL_COMPLETED') || kinds(order).includes('REFUND_COMPLETED');
  const owed = deposits.filter((deposit) => !(isEnded && deposit.role === 'ORDER')).map((deposit) => deposit.amount);
  const accounts = await ledgerAccounts(host, order.orderId);
  // What is not exchanged or given back is still owed to the customer, to the last digit.
  expect(add(accounts['CUSTOMER btc'] ?? '0', sum(owed))).toBe('0');
  expect(accounts['CUSTOMER usdttrc20'] ?? '0').toBe('0');
  expect([accounts['IN_TRANSIT usdttrc20'] ?? '0', accounts['IN_TRANSIT btc'] ?? '0']).toEqual(['0', '0']);

  // Money that came has an end, unless it is dust, about which one can only talk (D6).
  if (deposits.length > 0 && !isEnded) expect(order.attention?.actions).toEqual(['CONTACT']);
}

test(
  'whatever happens, no money is lost, paid twice or stuck, and the books agree with the networks',
  { timeout: 120_000 },
  async () => {
    const lives = fc.asyncProperty(
      fc.constantFrom('FIXED' as const, 'FLOATING' as const),
      fc.array(happening, { minLength: 5, maxLength: 40 }),
      async (rateMode, events) => {
        const host = await startOrderHost();
        try {
          const life: Life = { host, made: await makeOrder(host, { rateMode }), unconfirmed: [] };
          host.desk.maximum = '2';
          for (const event of events) await happen(life, event);
          await settleDown(host);
          await expectSound(life);
        } finally {
          await host.close();
        }
      },
    );
    await fc.assert(lives, { numRuns: Number(process.env['RANDOM_LIVES'] ?? 60) });
  },
);
