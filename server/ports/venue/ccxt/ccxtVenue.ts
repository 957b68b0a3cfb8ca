import type { Exchange, Market, Trade, Transaction } from 'ccxt';
import { amount, isDecimal, toDecimal, ZERO, type Decimal } from '../../../../contract/money.ts';
import { createOneAtATime } from '../../../common/oneAtATime.ts';
import { ConfigurationError } from '../../../settings/configurationError.ts';
import { openExchange, type ExchangeClientOptions } from '../../market/ccxt/exchangeClient.ts';
import {
  VenueRefusedError,
  VenueUnavailableError,
  type FoundOrder,
  type LiquidityVenue,
  type VenueFill,
  type VenueMarket,
  type VenueTransfer,
} from '../liquidityVenue.ts';
import { toStep } from '../steps.ts';
import { EXCHANGES, type ExchangeName, type ExchangeRules } from './exchanges.ts';

export interface CcxtVenueOptions extends ExchangeClientOptions {
  exchange: ExchangeName;
  /** The coin that markets are priced in */
  baseCoin: string;
  apiKey: string;
  secret: string;
  /** Returns the title of a network of the catalogue, which ccxt knows: "TRC20". */
  networkTitle: (slug: string) => string;
}

/** Errors of ccxt that say that an order was not accepted. Any other leaves open whether it exists. */
const REFUSALS = ['InsufficientFunds', 'InvalidOrder', 'BadRequest', 'OrderNotFillable', 'PermissionDenied'];
/** The longest time of which exchanges list transfers in one answer, in ms: Binance's 90 days */
const LISTED_MS = 90 * 24 * 3_600_000;
/** ccxt calls these refusals too, but the order may exist: a request that arrived twice is told so by its second arrival. */
const MAY_EXIST = /duplicate|OrderNotFound/i;

/**
 * Opens our account at a real exchange through ccxt, with a client of its own: the nonces of an API key must grow. Throws a
 * ConfigurationError if the key may withdraw.
 */
export async function createCcxtVenue(options: CcxtVenueOptions): Promise<LiquidityVenue> {
  const { exchange, baseCoin, apiKey, secret, networkTitle } = options;
  const rules: ExchangeRules = EXCHANGES[exchange];
  const client = await openExchange(exchange, { ...options, access: { apiKey, secret, options: rules.options } });
  if (rules.isNonceGrowing) client.nonce = createNonce();
  const oneAtATime = createOneAtATime();
  let isKeyChecked = false;

  /** The nonces of calls must grow, so one call waits for the other. */
  const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => await oneAtATime(exchange, work);
  const call = async <Result>(work: () => Promise<Result>): Promise<Result> =>
    await inTurn(async () => {
      try {
        // Without `true`, ccxt caches a failed load for ever.
        if (client.markets === undefined) await client.loadMarkets(true);
        return await work();
      } catch (error) {
        throw unavailable(error);
      }
    });
  const checkKey = async (): Promise<void> => {
    if (isKeyChecked) return;
    const canWithdraw = await call(async () => await rules.canWithdraw(client));
    if (canWithdraw) {
      throw new ConfigurationError(
        `The API key of VENUES_FILE may withdraw from ${exchange}: use a key that may only read and trade, so that a stolen key can't move coins.`,
      );
    }
    isKeyChecked = true;
  };
  const symbolOf = (coin: string): string => `${coin}/${baseCoin}`;

  try {
    await checkKey();
  } catch (error) {
    // The key is checked before the first order.
    if (!(error instanceof VenueUnavailableError)) throw error;
  }

  return {
    name: exchange,
    baseCoin,
    markets: () =>
      call(async () => {
        const markets = await client.loadMarkets(true);
        return Object.values(markets).flatMap((market) => readMarket(market, baseCoin) ?? []);
      }),
    balances: () =>
      call(async () => {
        const total: unknown = Reflect.get(await client.fetchBalance(), 'total');
        if (typeof total !== 'object' || total === null) throw new VenueUnavailableError('the balances have no total');
        const read = Object.entries(total).map(([coin, value]) => [coin, decimalOf(value, `balance of ${coin}`)] as const);
        return new Map(read.filter(([, value]) => !amount(value).eq(ZERO)));
      }),
    place: async (order) => {
      await checkKey();
      const { coin, side, limit } = order;
      const market = await call(async () => readMarket(client.market(symbolOf(coin)), baseCoin));
      const left = order.deadline - Date.now();
      if (left <= 0) throw new VenueRefusedError('the deadline of the order has passed');
      // ccxt would round them.
      if (!market || !isMultiple(order.amount, market.amountStep) || !isMultiple(limit, market.priceStep)) {
        throw new VenueRefusedError('the amount or price is between two steps');
      }
      const params = { timeInForce: 'IOC', clientOrderId: order.id, ...rules.deadline(left) };
      try {
        // Amounts are texts (`number: String`), although ccxt's types say numbers.
        const words: unknown[] = [symbolOf(coin), 'limit', side.toLowerCase(), order.amount, limit, params];
        await inTurn(async () => await Reflect.apply(client.createOrder, client, words as Parameters<Exchange['createOrder']>));
      } catch (error) {
        throw isRefusal(error) ? new VenueRefusedError(describe(error)) : unavailable(error);
      }
    },
    find: (order) =>
      call(async (): Promise<FoundOrder> => {
        const found = await rules.find(client, order, symbolOf(order.coin));
        if (!found) return { state: 'ABSENT' };
        if (found.status === 'open' || found.status === undefined) return { state: 'OPEN' };
        return { state: 'ENDED', filled: decimalOf(found.filled, 'filled amount'), venueOrderId: textOf(found.id, 'order id') };
      }),
    fills: (coin, since) =>
      call(async () =>
        (await rules.trades(client, symbolOf(coin), since))
          .map((trade) => readFill(trade, coin))
          .filter(({ at }) => at >= since)
          .toSorted((left, right) => left.at - right.at),
      ),
    depositAddress: (coin, networkSlug) =>
      call(async () => {
        const { address, tag } = await client.fetchDepositAddress(coin, { network: networkTitle(networkSlug) });
        return { address: textOf(address, 'deposit address'), memo: tag || null };
      }),
    transfers: (since) =>
      call(async () => {
        // The last moment of a span is the first one of the next.
        const found = new Map<string, VenueTransfer>();
        for (let from = since; from <= Date.now(); from += LISTED_MS) {
          const until = { until: from + LISTED_MS };
          const deposits = await client.fetchDeposits(undefined, from, undefined, until);
          const withdrawals = await client.fetchWithdrawals(undefined, from, undefined, until);
          const listed = [
            ...deposits.map((one) => readTransfer(one, 'IN')),
            ...withdrawals.map((one) => readTransfer(one, 'OUT')),
          ];
          for (const transfer of listed) found.set(`${transfer.direction} ${transfer.id}`, transfer);
        }
        return [...found.values()].toSorted((left, right) => left.at - right.at);
      }),
  };
}

/** Returns nonces that grow also within a millisecond, and when the clock is set back. */
function createNonce(): () => number {
  let last = 0;
  return () => (last = Math.max(last + 1, Date.now()));
}

/** Returns an open spot market against the base coin; null for any other. */
function readMarket(market: Market, baseCoin: string): VenueMarket | null {
  if (!market?.spot || market.active === false || market.quote !== baseCoin) return null;
  const { base, precision, limits, taker } = market;
  const [amountStep, priceStep] = [precision.amount, precision.price] as unknown[];
  // ccxt's own table of fees has numbers.
  const fee = String(taker);
  if (!isDecimal(amountStep) || !isDecimal(priceStep) || !isDecimal(fee)) return null;
  const [minimumAmount, minimumCost] = [limits.amount?.min, limits.cost?.min] as unknown[];
  return {
    coin: base,
    amountStep,
    priceStep,
    minimumAmount: isDecimal(minimumAmount) ? minimumAmount : amountStep,
    minimumCost: isDecimal(minimumCost) ? minimumCost : '0',
    takerPercent: toDecimal(amount(fee).times(amount('100'))),
  };
}

function readFill({ id, order, side, amount: traded, cost, fee, timestamp }: Trade, coin: string): VenueFill {
  return {
    id: textOf(id, 'trade id'),
    venueOrderId: textOf(order, 'order of a trade'),
    coin,
    side: side === 'sell' ? 'SELL' : 'BUY',
    amount: decimalOf(traded, 'amount of a trade'),
    cost: decimalOf(cost, 'cost of a trade'),
    fee: fee?.cost === undefined ? '0' : decimalOf(fee.cost, 'fee of a trade'),
    feeCoin: fee?.currency ?? coin,
    at: Number(timestamp),
  };
}

function readTransfer(transfer: Transaction, direction: 'IN' | 'OUT'): VenueTransfer {
  const { id, txid, currency, amount: moved, fee, timestamp, status, address, addressTo } = transfer;
  return {
    id: textOf(id ?? txid, 'transfer id'),
    direction,
    coin: textOf(currency, 'coin of a transfer'),
    amount: decimalOf(moved, 'amount of a transfer'),
    fee: fee?.cost === undefined ? '0' : decimalOf(fee.cost, 'fee of a transfer'),
    txHash: txid || null,
    address: direction === 'OUT' ? (addressTo ?? address ?? null) : null,
    state: status === 'ok' ? 'DONE' : status === 'failed' || status === 'canceled' ? 'FAILED' : 'PENDING',
    at: Number(timestamp),
  };
}

/** ccxt returns amounts as texts. Throws VenueUnavailableError for anything else. */
function decimalOf(value: unknown, what: string): Decimal {
  if (typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value)) return toDecimal(amount(value));
  throw new VenueUnavailableError(`the ${what} is no decimal`);
}

function textOf(value: unknown, what: string): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new VenueUnavailableError(`the ${what} is missing`);
}

function isMultiple(value: Decimal, step: Decimal): boolean {
  return toStep(amount(value), step, 'down').eq(amount(value));
}

/** Whether ccxt's error, or a class that it extends, says that the order was not accepted. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || MAY_EXIST.test(`${error.constructor.name} ${error.message}`)) return false;
  for (let kind: unknown = error.constructor; typeof kind === 'function'; kind = Object.getPrototypeOf(kind)) {
    if (REFUSALS.includes(kind.name)) return true;
  }
  return false;
}

function unavailable(error: unknown): Error {
  return error instanceof VenueUnavailableError ? error : new VenueUnavailableError(describe(error));
}

const MAX_MESSAGE = 200;

/** Returns the kind of ccxt's error and what the exchange said. Leaves out addresses of calls: they contain signatures. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown failure';
  return `${error.constructor.name}: ${error.message.replaceAll(/https?:\S+/g, '…').slice(0, MAX_MESSAGE)}`;
}
