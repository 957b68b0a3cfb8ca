import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { InactiveReason } from '../../../contract/schemas/instruments.ts';
import type { CreateOrderInput, Order } from '../../../contract/schemas/orders.ts';
import { sum, type Decimal } from '../../../contract/money.ts';
import type { RateMode } from '../../../contract/order.ts';
import { createStore, type TestStore } from '../../../tests/support/databases.ts';
import { DEFAULT_AFFILIATE_RULES } from '../../affiliates/affiliateSettings.ts';
import { createEarnings, createReferrals } from '../../affiliates/createReferrals.ts';
import type { Database, StatementObserver } from '../../db/database.ts';
import { isPostgres } from '../../db/isPostgres.ts';
import { migrate } from '../../db/migrate.ts';
import { listLedgerEntries } from '../../db/repositories/ledger.ts';
import type { LedgerEntryTable } from '../../db/tables/payments.ts';
import { createDocumentSigner } from '../../guarantee/documentSigner.ts';
import { createAvailability, type Side } from '../../instruments/availability.ts';
import { loadCatalogue } from '../../instruments/loadCatalogue.ts';
import { presentInstrument } from '../../instruments/presentInstrument.ts';
import { createLogger } from '../../common/log.ts';
import type { OrderContext } from '../core/context.ts';
import { sha256 } from '../../common/hashing.ts';
import { createOrderService, type OrderService } from '../calls/orderService.ts';
import { createReports } from '../../reports/createReports.ts';
import { createPaymentOwners } from '../../payments/owners.ts';
import { createWithdrawalPayments } from '../../withdrawals/owner.ts';
import { createOrderPayments } from '../owner.ts';
import { createSettlementWorker, type SettlementWorker } from '../worker/settlementWorker.ts';
import { createFakeChain, type FakeChain } from './fakeChain.ts';
import { createFakeDesk, type FakeDesk } from './fakeDesk.ts';

export const catalogue = loadCatalogue();

/** One process of the host. */
export interface OrderProcess {
  database: Database;
  context: OrderContext;
  orders: OrderService;
  settlement: SettlementWorker;
}

/** An order host on a real database, with networks and prices that a test controls. */
export interface OrderHost extends OrderProcess {
  desk: FakeDesk;
  chain(network: string): FakeChain;
  /** Disables a side of an instrument; null enables it again. */
  setSide(slug: string, side: Side, reason: InactiveReason | null): Promise<void>;
  /** Advances the clock, in ms. */
  advanceClock(milliseconds: number): void;
  /** Runs rounds of the settlement worker, one second apart. */
  tick(rounds?: number): Promise<void>;
  /** Kills the process and starts it again on the same data. */
  restart(observe?: StatementObserver): Promise<void>;
  /** Starts another process on the same data, networks and desk. The caller destroys its database. */
  startSecondProcess(): Promise<OrderProcess>;
  close(): Promise<void>;
}

/** A key for tests only. */
const SIGNING_KEY = new Uint8Array(32).fill(7);

const START = Date.UTC(2026, 10, 20, 12);
/** A round ends when its networks have: on a busy machine, one may take longer than a host waits for it. */
const PATIENT = { networkTimeoutMs: 600_000 };
const TICK_MS = 1_000;

/** Fee of a transfer in the native instrument, and treasury balances. */
interface TestNetwork {
  slug: string;
  fee: Decimal;
  treasury: Record<string, Decimal>;
}
/** A pooled network, for tests that ask for it. */
export const LITECOIN: TestNetwork = { slug: 'litecoin', fee: '0.0001', treasury: { ltc: '1000' } };
const NETWORKS: readonly TestNetwork[] = [
  { slug: 'bitcoin', fee: '0.00002', treasury: { btc: '10' } },
  { slug: 'ethereum', fee: '0.0003', treasury: { eth: '100', usdterc20: '500000' } },
  // No USDT: it is paid here by mistake only.
  { slug: 'bsc', fee: '0.0002', treasury: { bnb: '20' } },
  { slug: 'tron', fee: '5', treasury: { trx: '100000', usdttrc20: '500000' } },
  { slug: 'ripple', fee: '0.00001', treasury: { xrp: '100000' } },
];
const PRICES = {
  btc: '60000',
  eth: '3000',
  usdterc20: '1',
  usdttrc20: '1',
  trx: '0.3',
  xrp: '0.5',
  bnb: '600',
  usdtbep20: '1',
  ltc: '80',
};
const FEES = {
  btc: '0.00003',
  eth: '0.0004',
  usdterc20: '1.2',
  usdttrc20: '1.5',
  trx: '5',
  xrp: '0.00002',
  ltc: '0.0002',
  bnb: '0.0003',
  usdtbep20: '0.4',
};

export async function startOrderHost(
  caps: Partial<OrderContext['caps']> = {},
  /** The storage that outlives a process: a new file without one. */
  given?: Omit<TestStore, 'place'>,
  more: readonly TestNetwork[] = [],
): Promise<OrderHost> {
  const store = given ?? (await createStore('SQLite'));
  let now = START;
  const networks = [...NETWORKS, ...more].map(({ slug, fee, treasury }) => {
    const network = catalogue.networks.get(slug);
    if (!network) throw new Error(`The catalogue has no ${slug}`);
    const chain = createFakeChain(
      network,
      fee,
      (token) => catalogue.instruments.get(token)?.decimals ?? 0,
      () => host.database,
      () => now,
    );
    for (const [instrument, held] of Object.entries(treasury)) chain.credit(chain.treasury(), instrument, held);
    return [slug, chain] as const;
  });
  const chains = new Map(networks);
  const closed = new Map<string, InactiveReason>();
  const closures = [{ reasonFor: (slug: string, _network: string, side: Side) => closed.get(`${slug} ${side}`) ?? null }];
  const availability = createAvailability({ catalogue, gateways: chains, log: createLogger('silent'), closures });
  const present: OrderContext['presentInstrument'] = (slug) => {
    const instrument = catalogue.instruments.get(slug);
    if (!instrument) throw new Error(`The catalogue has no ${slug}`);
    return presentInstrument(catalogue, instrument, { price: null, availability: availability.stateOf(slug) });
  };
  const desk = createFakeDesk(catalogue, present);
  for (const [slug, price] of Object.entries(PRICES)) desk.prices.set(slug, price);
  for (const [slug, fee] of Object.entries(FEES)) desk.fees.set(slug, fee);

  const open = async (observe?: StatementObserver): Promise<OrderProcess> => {
    const database = store.open(observe);
    // These tests kill processes, not machines: the operating system still writes its buffers.
    if (!isPostgres(database)) await sql`pragma synchronous = off`.execute(database);
    await migrate(database);
    const signer = createDocumentSigner({ secretKey: SIGNING_KEY, previousKeys: [], exchange: 'Causeway' });
    const price = (slug: string): Decimal | null => desk.prices.get(slug) ?? null;
    const affiliates = {
      database,
      rules: DEFAULT_AFFILIATE_RULES,
      trustedPrice: price,
      brandAffiliateId: 'causeway',
      siteOrigin: 'https://swap.example',
      signer,
      now: () => now,
      log: createLogger('silent'),
    };
    const reports = createReports({ lastUsdPrice: price });
    const context: OrderContext = {
      database,
      owners: createPaymentOwners(),
      catalogue,
      desk,
      gateways: chains,
      availability,
      presentInstrument: present,
      usdPrice: price,
      lastUsdPrice: price,
      alarmSince: () => null,
      noteSend: async () => undefined,
      unreadTreasuries: () => ({ networks: new Set(), since: 0 }),
      caps: {
        perOrderUsd: '1000000',
        perHourUsd: '1000000',
        perHourTotalUsd: '10000000',
        perDayTotalUsd: '100000000',
        collectFirstAboveUsd: '100000000',
        ...caps,
      },
      reservationLimits: { perClientPercent: '100', totalPercent: '100' },
      referrals: createReferrals(affiliates),
      onEnded: [createEarnings(affiliates), reports.onEnded],
      onNetworkFee: reports.onNetworkFee,
      signer,
      environmentSettings: {},
      siteOrigin: 'https://swap.example',
      now: () => now,
      log: createLogger('silent'),
    };
    context.owners.register(createOrderPayments(context));
    context.owners.register(createWithdrawalPayments(context));
    return { database, context, orders: createOrderService(context), settlement: createSettlementWorker(context, PATIENT) };
  };

  const host: OrderHost = {
    ...(await open()),
    desk,
    chain: (network) => {
      const chain = chains.get(network);
      if (!chain) throw new Error(`No network ${network}`);
      return chain;
    },
    setSide: async (slug, side, reason) => {
      if (reason === null) closed.delete(`${slug} ${side}`);
      else closed.set(`${slug} ${side}`, reason);
      await availability.probe();
    },
    advanceClock: (milliseconds) => {
      now += milliseconds;
    },
    tick: async (rounds = 1) => {
      for (let round = 0; round < rounds; round += 1) {
        now += TICK_MS;
        await host.settlement.tick();
      }
    },
    restart: async (observe) => {
      await host.database.destroy();
      // The leases of the dead process expire, even where the database's own clock decides.
      now += 90_000;
      const next = await open(observe);
      await next.database.deleteFrom('leases').execute();
      Object.assign(host, next);
    },
    startSecondProcess: () => open(),
    close: async () => {
      await host.database.destroy();
      store.remove();
    },
  };
  return host;
}

/** Valid external addresses. */
export const ADDRESSES = {
  bitcoin: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  ethereum: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  ethereumOther: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  tron: 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW',
  ripple: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
  litecoin: 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1',
};

export interface OrderOptions {
  from?: string;
  to?: string;
  amount?: Decimal;
  rateMode?: RateMode;
  destination?: string;
  refund?: string | null;
}

export interface MadeOrder {
  order: Order;
  token: string;
  input: CreateOrderInput;
  destination: string;
}

/** Returns the input for an order, by default 0.1 BTC → USDT (TRC-20), at the current quote. */
export function inputFor(host: OrderHost, wanted: OrderOptions = {}): { input: CreateOrderInput; token: string } {
  const { from = 'btc', to = 'usdttrc20', amount = '0.1', rateMode = 'FLOATING' } = wanted;
  const { destination = ADDRESSES.tron, refund = ADDRESSES.bitcoin } = wanted;
  const token = randomBytes(32).toString('base64url');
  const quote = host.desk.quote(
    { instrumentFromSlug: from, instrumentToSlug: to, rateMode, claimedDepositAmount: amount },
    host.context.now(),
  );
  const reference = (slug: string) => {
    const { currencyTitle, networkTitle } = host.context.presentInstrument(slug);
    return { currencyTitle, networkTitle, slug };
  };
  const input: CreateOrderInput = {
    rateMode,
    instrumentFrom: reference(from),
    instrumentTo: reference(to),
    destinationAddress: destination,
    ...(refund !== null && { refundAddress: refund }),
    claimedPublicRate: {
      finalNetworkFeeAmount: quote.finalNetworkFeeAmount,
      platformFee_Absolute: quote.platformFee_Absolute,
      price: quote.price,
      quotes: quote.quotes,
      updatedAt: quote.updatedAt,
      claimedAmountToReceive: quote.amountToGet,
    },
    claimedNetworkFee: quote.finalNetworkFeeAmount,
    claimedDepositAmount: amount,
    ...(quote.quoteId !== undefined && { quoteId: quote.quoteId }),
    orderTokenHash: sha256(token),
  };
  return { input, token };
}

export const CLIENT = { address: '203.0.113.7', idempotencyKey: null };

export async function makeOrder(host: OrderHost, wanted: OrderOptions = {}): Promise<MadeOrder> {
  const { input, token } = inputFor(host, wanted);
  const order = await host.orders.create(input, CLIENT);
  return { order, token, input, destination: input.destinationAddress };
}

export async function readOrder(host: OrderHost, made: MadeOrder): Promise<Order> {
  return await host.orders.publicInfo(made.order.orderId, made.destination);
}

export const eventKinds = (order: Order): string[] => order.orderEvents.map((event) => event.kind);

/** Returns the sum per instrument over the whole ledger: always zero (D9). */
export async function ledgerSums(host: OrderHost): Promise<Record<string, Decimal>> {
  return sumsBy(await listLedgerEntries(host.database), (entry) => entry.instrument);
}

/** Returns account and instrument → sum, without our capital. */
export async function ledgerAccounts(host: OrderHost, orderId?: string): Promise<Record<string, Decimal>> {
  const entries = await listLedgerEntries(host.database, orderId);
  const moved = entries.filter(({ kind }) => kind !== 'CAPITAL');
  return sumsBy(moved, (entry) => `${entry.account} ${entry.instrument}`);
}

function sumsBy(entries: readonly LedgerEntryTable[], keyOf: (entry: LedgerEntryTable) => string): Record<string, Decimal> {
  const groups = Map.groupBy(entries, keyOf);
  return Object.fromEntries([...groups].map(([key, group]) => [key, sum(group.map((entry) => entry.amount))]));
}
