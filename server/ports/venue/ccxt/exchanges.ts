import type { Exchange, Order, Trade } from 'ccxt';
import type { VenueOrder } from '../liquidityVenue.ts';

/** What differs between exchanges, beyond what ccxt hides. */
export interface ExchangeRules {
  /** Options of ccxt's client */
  options: Record<string, unknown>;
  /** Whether the nonce of each call must be greater than that of the one before. Otherwise it is the time of the call. */
  isNonceGrowing: boolean;
  /** Returns the parameters that keep the exchange from executing an order after `milliseconds`. */
  deadline(milliseconds: number): Record<string, unknown>;
  /** Returns the order with our id; undefined if the exchange does not know it. Throws ccxt's errors. */
  find(client: Exchange, order: VenueOrder, symbol: string): Promise<Order | undefined>;
  /** Returns the trades of a market since a time (ms), all pages. Throws ccxt's errors. */
  trades(client: Exchange, symbol: string, since: number): Promise<Trade[]>;
  /** Returns whether the API key may withdraw. Throws ccxt's errors. */
  canWithdraw(client: Exchange): Promise<boolean>;
}

/** Name of ccxt's error for an unknown order. It is a subclass of that for refused orders. */
const NOT_FOUND = 'OrderNotFound';
const isNamed = (error: unknown, ...names: string[]): boolean => error instanceof Error && names.includes(error.constructor.name);

const BINANCE_PAGE = 1_000;
const KRAKEN_PAGE = 50;

/** The exchanges on which the host can trade. */
export const EXCHANGES = {
  binance: {
    // Its accounts for margin and futures are not used.
    options: { fetchMarkets: { types: ['spot'] }, fetchMargins: false, fetchCurrencies: false },
    isNonceGrowing: false,
    // Checked again right before the matching engine.
    deadline: (milliseconds) => ({ recvWindow: milliseconds }),
    find: async (client, { id }, symbol) => {
      try {
        return await client.fetchOrder('', symbol, { clientOrderId: id });
      } catch (error) {
        if (isNamed(error, NOT_FOUND)) return undefined;
        throw error;
      }
    },
    trades: async (client, symbol, since) => {
      const found = new Map<string, Trade>();
      for (let from = since; ;) {
        const page = await client.fetchMyTrades(symbol, from, BINANCE_PAGE);
        const before = found.size;
        for (const trade of page) found.set(String(trade.id), trade);
        const newest = Number(page.at(-1)?.timestamp);
        if (page.length < BINANCE_PAGE || found.size === before) return [...found.values()];
        // Trades of the same millisecond may continue on the next page.
        from = newest;
      }
    },
    canWithdraw: async (client) => {
      const restrictions: unknown = await client.request('account/apiRestrictions', 'sapi', 'GET');
      return !isObject(restrictions) || restrictions['enableWithdrawals'] !== false;
    },
  },
  kraken: {
    options: {},
    isNonceGrowing: true,
    deadline: (milliseconds) => ({ deadline: new Date(Date.now() + milliseconds).toISOString() }),
    // ccxt's fetchOrder would send the id as a user reference.
    find: async (client, { id }, symbol) => {
      const params = { clientOrderId: id };
      const [open] = await client.fetchOpenOrders(symbol, undefined, undefined, params);
      if (open) return open;
      const [ended] = await client.fetchClosedOrders(symbol, undefined, undefined, params);
      return ended;
    },
    trades: async (client, symbol, since) => {
      const found = new Map<string, Trade>();
      for (let offset = 0; ; offset += KRAKEN_PAGE) {
        // Without a symbol, so that the length of a page tells whether it is the last one.
        const page = await client.fetchMyTrades(undefined, since, undefined, { ofs: offset });
        for (const trade of page) if (trade.symbol === symbol) found.set(String(trade.id), trade);
        if (page.length < KRAKEN_PAGE) return [...found.values()];
      }
    },
    // A key without the permission to withdraw may not ask for the methods of withdrawals.
    canWithdraw: async (client) => {
      try {
        await client.request('WithdrawMethods', 'private', 'POST');
        return true;
      } catch (error) {
        if (isNamed(error, 'PermissionDenied')) return false;
        throw error;
      }
    },
  },
} as const satisfies Record<string, ExchangeRules>;

export type ExchangeName = keyof typeof EXCHANGES;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
