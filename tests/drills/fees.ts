import { amount, compare, subtract, sum, toDecimal, type Decimal } from '../../contract/money.ts';
import type { OrderStatus } from '../../contract/order.ts';
import { listLedgerEntries } from '../../server/db/repositories/ledger.ts';
import { reconcileNow } from '../../server/orders/testing/hostActions.ts';
import { openSimulatedMarket, type SimulatedMarket } from '../../server/orders/testing/simulatedMarket.ts';
import { line } from '../../server/reconcile/difference.ts';
import { defineDrill } from './defineDrill.ts';
import type { DrillRun } from './drill.ts';
import { createMovingMarket } from './support/movingMarket.ts';
import { createCustomer, type SimulatedCustomer } from './support/simulatedCustomer.ts';

const NEW_PER_STEP = 3;
const RISE_CHANCE = 0.004;
/** So that fees rise during the few steps of the short form */
const SHORT_RISE_CHANCE = 0.02;
const HOUR = 3_600_000;
/** After the last order, fees are usual again, and every deadline passes. */
const CALM_HOURS = [...Array.from({ length: 12 }, () => 4), ...Array.from({ length: 3 }, () => 8)];
/** The share of its value that an order may lose by network fees (D67) */
const BORNE = amount('0.01');
const ROUNDING_USD = amount('0.01');
const ENDED: readonly OrderStatus[] = ['COMPLETED', 'REFUNDED'];

/** What an order brought, in USD at the prices of its settlement. */
interface Result {
  orderId: string;
  mode: string;
  value: Decimal;
  /** Assets that the host has more than before */
  profit: Decimal;
  /** Network fees that were paid, and gas that stays at the deposit address, above what was charged */
  feeLoss: Decimal;
}

/** Customers exchange while prices and fees change. Prints what the operator earns, and fails if an order loses more than 1 % by fees. */
export const feesDrill = defineDrill({
  name: 'fees',
  summary: (orders) =>
    `${orders} orders while prices and network fees move, with customers who pay only when it pays: prints the operator’s profit or loss`,
  size: { full: 2_000, short: 60 },
  databases: ['sqlite'],
  inProcess: async (run) => {
    const market = await openSimulatedMarket();
    try {
      // The first reconciliation books what the treasury holds.
      await reconcileNow(market.host);
      await simulate(run, market);
      // The profit is that of the ledger, so the ledger must agree with the networks.
      for (const difference of await reconcileNow(market.host)) run.complain(line(difference));
    } finally {
      await market.close();
    }
  },
});

async function simulate({ count, isShort, random, log, complain }: DrillRun, market: SimulatedMarket): Promise<void> {
  const moving = createMovingMarket(market, random, isShort ? SHORT_RISE_CHANCE : RISE_CHANCE);
  const prices = createSettlementPrices(market);
  const customers: SimulatedCustomer[] = [];
  let acting: SimulatedCustomer[] = [];
  let stepsOfRises = 0;
  await moving.step();
  while (customers.length < count || acting.length > 0) {
    for (let more = 0; more < NEW_PER_STEP && customers.length < count; more += 1) {
      // With and without a history of fees
      market.setHistory(random.next() < 0.5);
      const customer = await createCustomer(market, random);
      customers.push(customer);
      acting.push(customer);
      if (customers.length % 200 === 0) log(`${customers.length} orders`);
    }
    await moving.step();
    await prices.record();
    const open = new Set(await listOpen(market));
    if (open.size > 0 && moving.isRisen()) stepsOfRises += 1;
    const still: SimulatedCustomer[] = [];
    for (const customer of acting) {
      if (open.has(customer.made.order.orderId) && (await customer.act())) still.push(customer);
    }
    acting = still;
  }
  await moving.calm();
  for (const hours of CALM_HOURS) {
    await market.pass(hours * HOUR);
    await prices.record();
  }
  const results: Result[] = [];
  for (const customer of customers.filter(({ paid }) => paid !== null)) {
    const { orderId } = customer.made.order;
    const { status } = await market.host.database
      .selectFrom('orders')
      .select('status')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow();
    if (!ENDED.includes(status)) complain(`order ${orderId} has not ended: ${status}`);
    results.push(await resultOf(market, customer, prices.at(orderId)));
  }
  for (const fault of faultsOf(results)) complain(fault);
  if (stepsOfRises === 0) complain('not practised: no network fee rose while an order was open');
  log(`${customers.length} orders, ${results.length} of them paid; network fees were high during ${stepsOfRises} steps`);
  report(log, results);
}

async function listOpen({ host }: SimulatedMarket): Promise<string[]> {
  const rows = await host.database.selectFrom('orders').select('id').where('status', 'not in', ENDED).execute();
  return rows.map(({ id }) => id);
}

/** Remembers the prices at which each order was settled: where the operator would have bought and sold. */
function createSettlementPrices({ host, prices }: SimulatedMarket) {
  const settled = new Map<string, { at: number; prices: Record<string, Decimal> }>();
  let since = 0;
  return {
    record: async (): Promise<void> => {
      const rows = await host.database
        .selectFrom('order_settlements')
        .select(['order_id', 'settled_at'])
        .where('settled_at', '>=', since)
        .execute();
      for (const { order_id, settled_at } of rows) {
        if (settled.get(order_id)?.at !== settled_at) settled.set(order_id, { at: settled_at, prices: { ...prices } });
        since = Math.max(since, settled_at);
      }
    },
    /** Of an order that was never settled, today's */
    at: (orderId: string): Record<string, Decimal> => settled.get(orderId)?.prices ?? prices,
  };
}

async function resultOf(
  { host }: SimulatedMarket,
  { order, made, paid }: SimulatedCustomer,
  prices: Record<string, Decimal>,
): Promise<Result> {
  const { orderId } = made.order;
  const usd = (slug: string, value: Decimal): Decimal => {
    const symbol = host.context.catalogue.instruments.get(slug)?.marketSymbol ?? '';
    return toDecimal(amount(value).times(amount(prices[symbol] ?? '0')));
  };
  const entries = await listLedgerEntries(host.database, orderId);
  const total = (isMeant: (account: string, slug: string) => boolean): Decimal =>
    sum(entries.filter((entry) => isMeant(entry.account, entry.instrument)).map((entry) => usd(entry.instrument, entry.amount)));
  return {
    orderId,
    mode: order.rateMode,
    value: usd(order.from, paid ?? '0'),
    // Gas at a deposit address is not counted on: nobody collects it.
    profit: total((account, slug) => account === 'TREASURY' || (account === 'DEPOSIT_ADDRESSES' && slug === order.from)),
    feeLoss: total((account, slug) => account === 'NETWORK_FEES' || (account === 'DEPOSIT_ADDRESSES' && slug !== order.from)),
  };
}

function faultsOf(results: readonly Result[]): string[] {
  const dear = results.filter(({ value, feeLoss }) => amount(feeLoss).gt(amount(value).times(BORNE).plus(ROUNDING_USD)));
  const earned = sum(results.map(({ profit }) => profit));
  return [
    ...dear.map(({ orderId, mode, value, feeLoss }) => `${mode} order ${orderId} of ${value} USD lost ${feeLoss} USD by fees`),
    ...(compare(earned, '0') > 0 ? [] : [`the operator earned ${earned} USD`]),
  ];
}

function report(log: DrillRun['log'], results: readonly Result[]): void {
  const cents = (value: Decimal): string => amount(value).toFixed(2);
  for (const mode of ['FIXED', 'FLOATING']) {
    const ofMode = results.filter((result) => result.mode === mode);
    const totals = (['value', 'profit', 'feeLoss'] as const).map((key) => sum(ofMode.map((result) => result[key])));
    const [value = '0', profit = '0', feeLoss = '0'] = totals;
    const fees = cents(subtract('0', feeLoss));
    log(
      `${mode}: ${ofMode.length} orders, paid ${cents(value)} USD, earned ${cents(profit)} USD, of that by network fees ${fees} USD`,
    );
  }
  const share = ({ value, profit }: Result): number => (100 * Number(profit)) / Math.max(Number(value), 0.01);
  const [worst] = results.toSorted((left, right) => share(left) - share(right));
  if (worst)
    log(`worst: ${worst.mode} order of ${cents(worst.value)} USD, ${cents(worst.profit)} USD (${share(worst).toFixed(2)} %)`);
}
