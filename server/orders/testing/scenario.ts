import * as fc from 'fast-check';
import { expect } from 'vitest';
import { ATTENTION } from '../../../contract/attention.ts';
import type { ApiError } from '../../../contract/errors.ts';
import { amount, toDecimal, type Decimal } from '../../../contract/money.ts';
import type { AttentionAction, RateMode } from '../../../contract/order.ts';
import type { Order } from '../../../contract/schemas/orders.ts';
import { findOrder } from '../../db/repositories/orders.ts';
import { listOutboxRows } from '../../db/repositories/outbox.ts';
import { runOperatorCommand } from '../../operator/cli/runOperatorCommand.ts';
import { ADDRESSES, readOrder, makeOrder, type MadeOrder, type OrderHost } from './orderHost.ts';

const MINUTE = 60_000;

/** The pairs of scenarios: one address per order, one address for two coins, one shared by all orders, and one of the treasury's wallet. */
export const PAIRS = {
  ownAddress: {
    network: 'bitcoin',
    from: 'btc',
    to: 'usdttrc20',
    amount: '0.1',
    destination: ADDRESSES.tron,
    refund: ADDRESSES.bitcoin,
    /** An operator's refund destination, which differs from the customer's. */
    operator: 'bc1qx6v87p3wvmx55m0ld0p8u7m66sve2p59gjkuf4',
  },
  twoCoins: {
    network: 'tron',
    from: 'trx',
    to: 'btc',
    amount: '500',
    destination: ADDRESSES.bitcoin,
    refund: ADDRESSES.tron,
    operator: 'TGSzvBvgWb15CQTEPTqqtac4D2LNYqH7gB',
  },
  sharedAddress: {
    network: 'ripple',
    from: 'xrp',
    to: 'usdttrc20',
    amount: '100',
    destination: ADDRESSES.tron,
    refund: ADDRESSES.ripple,
    operator: 'r4xHohHkexDU6wfzJQGnrfuEsHpbALYVV',
  },
  pooled: {
    network: 'litecoin',
    from: 'ltc',
    to: 'usdttrc20',
    amount: '75',
    destination: ADDRESSES.tron,
    refund: ADDRESSES.litecoin,
    operator: 'ltc1q8xyj8hmx66gfpayprkt3dzanvr02szds40rr7w',
  },
} as const;
export const NETWORKS = ['bitcoin', 'tron', 'ripple'] as const;
/** Blocks that confirm a deposit on every network. */
const DEEP = 20;

/** Random events around an order. */
export const arbitraryEvent = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('pay' as const),
      share: fc.constantFrom('0.0002', '0.001', '0.3', '0.7', '0.997', '1', '1', '1.004', '1.5', '30'),
    }),
  },
  fc.record({ kind: fc.constant('payOtherCoin' as const), value: fc.constantFrom('1', '40', '300') }),
  fc.record({
    kind: fc.constant('payWrongMemo' as const),
    memo: fc.constantFrom(null, '1'),
    share: fc.constantFrom('1', '1', '0.4'),
  }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('mine' as const), blocks: fc.constantFrom(1, 1, 2, DEEP) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('tick' as const) }) },
  fc.record({ kind: fc.constant('pass' as const), minutes: fc.constantFrom(1, 19, 70, 7 * 60, 24 * 60) }),
  fc.record({ kind: fc.constant('price' as const), share: fc.constantFrom('0.97', '0.998', '1', '1.05') }),
  fc.record({ kind: fc.constant('stale' as const), isStale: fc.boolean() }),
  fc.record({
    kind: fc.constant('break' as const),
    network: fc.constantFrom(...NETWORKS),
    mode: fc.constantFrom('up', 'down', 'refuse'),
  }),
  fc.record({ kind: fc.constant('fail' as const), network: fc.constantFrom(...NETWORKS), fails: fc.boolean() }),
  fc.record({ kind: fc.constant('drop' as const) }),
  fc.record({ kind: fc.constant('reorganise' as const) }),
  fc.record({ kind: fc.constant('accept' as const) }),
  fc.record({ kind: fc.constant('refund' as const) }),
  fc.record({ kind: fc.constant('refundExtra' as const) }),
  fc.record({ kind: fc.constant('claim' as const) }),
  fc.record({ kind: fc.constant('operatorRefund' as const), of: fc.constantFrom('order', 'refunds') }),
  fc.record({ kind: fc.constant('fee' as const), isHigh: fc.boolean() }),
  fc.record({ kind: fc.constant('restart' as const) }),
);
/** Deep reorgs, for directed scenarios only: they can drop a deposit that was already paid out, which is a real loss. */
type DeepReorganisation = { kind: 'reorgDeep' };
export type ScenarioEvent = (typeof arbitraryEvent extends fc.Arbitrary<infer Value> ? Value : never) | DeepReorganisation;

export const arbitraryStart = fc.record({
  pair: fc.constantFrom<keyof typeof PAIRS>('ownAddress', 'twoCoins', 'sharedAddress', 'pooled'),
  rateMode: fc.constantFrom<RateMode>('FIXED', 'FLOATING'),
  hasRefundAddress: fc.boolean(),
  /** Cap per order in USD */
  cap: fc.constantFrom<Decimal>('1000000', '1000000', '20'),
});
export type ScenarioStart = typeof arbitraryStart extends fc.Arbitrary<infer Value> ? Value : never;

export interface Scenario {
  host: OrderHost;
  made: MadeOrder;
  pair: (typeof PAIRS)[keyof typeof PAIRS];
  price: Decimal;
  /** The usual refund fee */
  fee: Decimal;
  /** Transactions in the mempool, and those in the newest block only */
  unconfirmed: string[];
  shallow: string[];
  /** All transactions that were ever mined */
  mined: string[];
  withWrongMemo: string[];
  /** Attention rows that the order showed: reason and status */
  observedAttention: Set<string>;
  /** Limited, because addresses are watched for a week only. */
  minutesPassed: number;
}

/** The networks of a scenario: a pooled one takes Bitcoin's place. */
export const networksOf = (scenario: Pick<Scenario, 'pair'>): string[] => NETWORKS.map((network) => usedBy(scenario, network));
const usedBy = ({ pair }: Pick<Scenario, 'pair'>, network: string): string =>
  network === 'bitcoin' && pair.network === 'litecoin' ? pair.network : network;

export type StartHost = (caps: { perOrderUsd: Decimal }) => Promise<OrderHost>;

export async function startScenario(
  start: StartHost,
  { pair: name, rateMode, hasRefundAddress, cap }: ScenarioStart,
): Promise<Scenario> {
  const host = await start({ perOrderUsd: cap });
  const pair = PAIRS[name];
  host.desk.minimum = toDecimal(amount(pair.amount).times(amount('0.01')));
  const { from, to, destination } = pair;
  const refund = hasRefundAddress ? pair.refund : rateMode === 'FIXED' ? pair.refund : null;
  const made = await makeOrder(host, { from, to, amount: pair.amount, destination, refund, rateMode });
  host.desk.maximum = toDecimal(amount(pair.amount).times(amount('20')));
  const price = host.desk.prices.get(from) ?? '0';
  const fee = host.desk.fees.get(from) ?? '0';
  const transactions = { unconfirmed: [], shallow: [], mined: [], withWrongMemo: [] };
  return { host, made, pair, price, fee, ...transactions, observedAttention: new Set(), minutesPassed: 0 };
}

/** Reads the order as its customer sees it, and checks that its attention is a row of the table (D6). */
export async function readAsCustomer({ host, made, observedAttention }: Scenario): Promise<Order> {
  const order = await readOrder(host, made);
  const reason = order.attention?.reason;
  const status = (await findOrder(host.database, made.order.orderId))?.status;
  if (reason !== undefined && status !== undefined) {
    expect(ATTENTION[reason].statuses, `${reason} in ${status}`).toContain(status);
    observedAttention.add(`${reason} ${status}`);
  }
  return order;
}

const authorizationOf = ({ made }: Scenario) => ({ orderToken: made.token, clientAddress: null });
const depositTargetOf = ({ made }: Scenario) => ({ address: made.order.depositAddress, memo: made.order.depositAddressMemo });
const callOf = ({ made }: Scenario) => ({ orderId: made.order.orderId, destinationAddress: made.destination });
export const runOperator = (scenario: Scenario, words: string) =>
  runOperatorCommand({ ...scenario.host.context, operatorFile: '' }, words.split(' '));

async function accept(scenario: Scenario): Promise<void> {
  const { offer } = await scenario.host.orders.refundInfo(scenario.made.order.orderId);
  const quoteId = offer?.quoteId ?? 'A'.repeat(22);
  await scenario.host.orders.acceptRateModeChange({ ...callOf(scenario), quoteId }, authorizationOf(scenario));
}

async function refund(scenario: Scenario): Promise<void> {
  const { refundAmount = '0', networkFee } = await scenario.host.orders.refundInfo(scenario.made.order.orderId);
  const input = { ...callOf(scenario), refundAddress: scenario.pair.refund, refundAmount, claimedNetworkFee: networkFee };
  await scenario.host.orders.requestRefund(input, authorizationOf(scenario));
}

/** Requests the refund of the first refundable extra deposit, or of one that does not exist. */
async function refundExtra(scenario: Scenario): Promise<void> {
  const { extra = [] } = await scenario.host.orders.refundInfo(scenario.made.order.orderId);
  const chosen = extra.find(({ actions }) => actions.includes('REFUND'));
  const shown = {
    depositTxHash: chosen?.depositTxHash ?? 'none',
    refundAmount: chosen?.refundAmount ?? '0',
    claimedNetworkFee: chosen?.networkFee ?? '0',
  };
  const input = { ...callOf(scenario), ...shown, refundAddress: scenario.pair.refund };
  await scenario.host.orders.requestRefund(input, authorizationOf(scenario));
}

/** Temporary errors: the price changed or is missing, or the reserve is used up. */
const TEMPORARY_ERRORS = ['ERR_RATE_CHANGED', 'ERR_NO_LIQUIDITY_AVAILABLE', 'ERR_SERVICE_UNAVAILABLE'];

/** Tries an action. An offered one must succeed or fail temporarily; any other is ERR_NOT_ACCEPTABLE. Returns whether it succeeded. */
export async function tryAction(
  scenario: Scenario,
  action: Exclude<AttentionAction, 'CONTACT'>,
  isExtra: boolean,
): Promise<boolean> {
  const { attention } = await readAsCustomer(scenario);
  const { extra = [] } = await scenario.host.orders.refundInfo(scenario.made.order.orderId);
  const isOffered = isExtra
    ? extra.some(({ actions }) => actions.includes('REFUND'))
    : attention?.reason !== 'EXTRA_DEPOSIT' && (attention?.actions.includes(action) ?? false);
  const act = isExtra ? refundExtra : action === 'ACCEPT' ? accept : refund;
  const code = await act(scenario).then(
    () => 'done',
    (error: ApiError) => error.code,
  );
  const said = `${action} ${isExtra ? 'of an extra deposit' : ''}: ${code}, while the order showed ${JSON.stringify(attention)}`;
  expect(isOffered ? ['done', ...TEMPORARY_ERRORS] : ['ERR_NOT_ACCEPTABLE'], said).toContain(code);
  return code === 'done';
}

async function claim(scenario: Scenario): Promise<void> {
  const txHash = scenario.withWrongMemo.at(-1);
  if (txHash === undefined) return;
  const code = await scenario.host.orders.claimDeposit({ ...callOf(scenario), txHash }, authorizationOf(scenario)).then(
    () => 'done',
    (error: ApiError) => error.code,
  );
  expect(['done', 'ERR_NOT_FOUND', 'ERR_TOO_MANY_REQUESTS']).toContain(code);
}

export async function applyEvent(scenario: Scenario, event: ScenarioEvent): Promise<void> {
  const { host, pair } = scenario;
  const chain = host.chain(pair.network);
  switch (event.kind) {
    case 'pay': {
      const value = amount(pair.amount).times(amount(event.share)).round(8, 0).toFixed();
      scenario.unconfirmed.push(chain.pay(depositTargetOf(scenario), pair.from, value));
      return;
    }
    case 'payOtherCoin':
      if (pair.network === 'tron') scenario.unconfirmed.push(chain.pay(depositTargetOf(scenario), 'usdttrc20', event.value));
      return;
    case 'payWrongMemo':
      if (pair.network === 'ripple') {
        const value = toDecimal(amount(pair.amount).times(amount(event.share)));
        scenario.withWrongMemo.push(
          chain.pay({ address: depositTargetOf(scenario).address, memo: event.memo }, pair.from, value),
        );
      }
      return;
    case 'mine':
      for (const network of networksOf(scenario)) host.chain(network).mine(event.blocks);
      scenario.mined.push(...scenario.unconfirmed);
      scenario.shallow = event.blocks === 1 && pair.network !== 'ripple' ? scenario.unconfirmed : [];
      scenario.unconfirmed = [];
      return;
    case 'tick':
      await host.tick();
      return;
    case 'pass':
      if (scenario.minutesPassed + event.minutes > 5 * 24 * 60) return;
      scenario.minutesPassed += event.minutes;
      host.advanceClock(event.minutes * MINUTE);
      return;
    case 'price':
      host.desk.prices.set(pair.from, toDecimal(amount(scenario.price).times(amount(event.share))));
      return;
    case 'stale':
      host.desk.isStale = event.isStale;
      return;
    case 'break':
      host.chain(usedBy(scenario, event.network)).mode = event.mode;
      return;
    case 'fail':
      host.chain(usedBy(scenario, event.network)).failsSends = event.fails;
      return;
    case 'drop': {
      const last = scenario.unconfirmed.pop();
      if (last !== undefined) chain.drop(last);
      return;
    }
    case 'reorganise':
      for (const txHash of scenario.shallow) chain.unmine(txHash);
      scenario.unconfirmed.push(...scenario.shallow);
      scenario.shallow = [];
      return;
    case 'reorgDeep':
      chain.unmine(scenario.mined.at(-1) ?? '');
      return;
    case 'accept':
      await tryAction(scenario, 'ACCEPT', false);
      return;
    case 'refund':
      await tryAction(scenario, 'REFUND', false);
      return;
    case 'refundExtra':
      await tryAction(scenario, 'REFUND', true);
      return;
    case 'claim':
      await claim(scenario);
      return;
    case 'operatorRefund':
      await (event.of === 'order' ? operatorRefund(scenario) : operatorRedirects(scenario));
      return;
    case 'fee':
      host.desk.fees.set(pair.from, event.isHigh ? '1000000' : scenario.fee);
      return;
    case 'restart':
      await host.restart();
  }
}

/** An operator decides, or turns a payout into a refund. Orders that are decided otherwise must not change. */
async function operatorRefund(scenario: Scenario): Promise<void> {
  const { host, made, pair } = scenario;
  const targets = async () => {
    const order = await findOrder(host.database, made.order.orderId);
    const refunds = (await listOutboxRows(host.database, made.order.orderId)).filter(({ kind }) => kind === 'REFUND');
    const isDecidedHere = order?.status === 'DECISION_NEEDED' || order?.status === 'PAYING_OUT';
    const destinations = refunds.map(({ id, to_address }) => `${id} to ${to_address}`);
    return { isDecidedHere, destinations: [...destinations, ...(isDecidedHere ? [] : [order?.refund_address])] };
  };
  const before = await targets();
  await runOperator(scenario, `refund ${made.order.orderId} ${pair.operator} --replace`).catch(expectUnreachable);
  if (!before.isDecidedHere) expect((await targets()).destinations).toEqual(before.destinations);
}

/** An operator redirects each refund by its id. */
async function operatorRedirects(scenario: Scenario): Promise<void> {
  for (const { id, kind } of await listOutboxRows(scenario.host.database, scenario.made.order.orderId)) {
    if (kind === 'REFUND') await runOperator(scenario, `refund ${id} ${scenario.pair.operator}`).catch(expectUnreachable);
  }
}

/** An operator command may only fail because a network is down. */
function expectUnreachable(error: unknown): void {
  expect(String(error)).toContain('is down');
}
