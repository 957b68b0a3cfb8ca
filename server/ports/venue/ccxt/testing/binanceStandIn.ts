import { amount as decimal, toDecimal } from '../../../../../contract/money.ts';
import { createStandInAccount, PRICE, serveStandIn, type Answer, type StandInOrder } from './standIn.ts';

/** The longest time of which Binance lists transfers in one answer, in ms */
const LISTED_MS = 90 * 24 * 3_600_000;

const REFUSED: Record<string, Answer> = {
  FUNDS: [400, { code: -2010, msg: 'Account has insufficient balance for requested action.' }],
  MINIMUM: [400, { code: -1013, msg: 'Filter failure: NOTIONAL' }],
};

/** Starts a server that stands in for Binance, with the shapes that it documents for its spot API. */
export async function startBinanceStandIn() {
  const account = createStandInAccount('received');
  const { state } = account;

  const present = ({ id, clientId, side, amount, limit, filled, at }: StandInOrder) => ({
    symbol: 'BTCUSDT',
    orderId: Number(id),
    clientOrderId: clientId,
    transactTime: at,
    time: at,
    price: limit,
    origQty: amount,
    executedQty: filled,
    cummulativeQuoteQty: toDecimal(decimal(filled).times(decimal(PRICE))),
    status: filled === amount ? 'FILLED' : 'EXPIRED',
    timeInForce: 'IOC',
    type: 'LIMIT',
    side: side.toUpperCase(),
  });

  const place = (parameters: URLSearchParams): Answer => {
    const read = (name: string): string => parameters.get(name) ?? '';
    if (Date.now() > Number(read('timestamp')) + Number(read('recvWindow'))) {
      return [400, { code: -1021, msg: 'Timestamp for this request is outside of the recvWindow.' }];
    }
    if (read('timeInForce') !== 'IOC') return [400, { code: -1106, msg: 'only IOC is expected' }];
    const placed = account.place({
      clientId: read('newClientOrderId'),
      side: read('side') === 'BUY' ? 'buy' : 'sell',
      amount: read('quantity'),
      limit: read('price'),
    });
    // The request arrived twice, and this is the answer to the second one.
    if (state.fault === 'repeated') return [400, { code: -2010, msg: 'Duplicate order sent.' }];
    return typeof placed === 'string' ? (REFUSED[placed] ?? [500, {}]) : [200, present(placed)];
  };

  const answer = (path: string, parameters: URLSearchParams, method: string): Answer => {
    const since = Number(parameters.get('startTime') ?? 0);
    const until = Number(parameters.get('endTime') ?? Infinity);
    const isLongList = /hisrec|history/.test(path) && until - since > LISTED_MS;
    if (isLongList) return [400, { code: -1127, msg: 'More than 90 days between startTime and endTime.' }];
    switch (`${method} ${path}`) {
      case 'GET /api/v3/exchangeInfo':
        return [200, { timezone: 'UTC', serverTime: Date.now(), symbols: [MARKET] }];
      case 'GET /api/v3/account':
        return [200, { balances: [...state.balances].map(([asset, free]) => ({ asset, free, locked: '0.00000000' })) }];
      case 'POST /api/v3/order':
        return place(parameters);
      case 'GET /api/v3/order': {
        const found = state.orders.findLast(({ clientId }) => clientId === parameters.get('origClientOrderId'));
        return found ? [200, present(found)] : [400, { code: -2013, msg: 'Order does not exist.' }];
      }
      case 'GET /api/v3/myTrades':
        return [
          200,
          state.trades
            .filter(({ at }) => at >= since)
            .slice(0, Number(parameters.get('limit') ?? 500))
            .map(({ id, orderId, side, amount, cost, fee, feeCoin, at }) => ({
              symbol: 'BTCUSDT',
              id,
              orderId: Number(orderId),
              price: PRICE,
              qty: amount,
              quoteQty: cost,
              commission: fee,
              commissionAsset: feeCoin,
              time: at,
              isBuyer: side === 'buy',
              isMaker: false,
              isBestMatch: true,
            })),
        ];
      case 'GET /sapi/v1/account/apiRestrictions':
        return [200, { enableReading: true, enableSpotAndMarginTrading: true, enableWithdrawals: state.canWithdraw }];
      case 'GET /sapi/v1/capital/deposit/address':
        return [200, { coin: 'BTC', address: 'bc1qstandin', tag: '', url: '' }];
      case 'GET /sapi/v1/capital/deposit/hisrec':
        return [
          200,
          state.deposits
            .filter(({ at }) => at >= since && at <= until)
            .map(({ id, amount, txHash, at }) => ({
              id,
              amount,
              coin: 'BTC',
              network: 'BTC',
              status: 1,
              address: 'bc1qstandin',
              addressTag: '',
              txId: txHash,
              insertTime: at,
            })),
        ];
      case 'GET /sapi/v1/capital/withdraw/history':
        return [200, []];
      default:
        return [404, { code: -1, msg: `the stand-in has no ${method} ${path}` }];
    }
  };
  const served = await serveStandIn(state, {
    answer,
    isOrder: (request, path) => request.method === 'POST' && path === '/api/v3/order',
  });
  return { ...served, state, deposit: account.deposit };
}

const MARKET = {
  symbol: 'BTCUSDT',
  status: 'TRADING',
  baseAsset: 'BTC',
  baseAssetPrecision: 8,
  quoteAsset: 'USDT',
  quotePrecision: 8,
  isSpotTradingAllowed: true,
  isMarginTradingAllowed: false,
  orderTypes: ['LIMIT', 'MARKET'],
  permissions: [],
  filters: [
    { filterType: 'PRICE_FILTER', minPrice: '0.01000000', maxPrice: '1000000.00000000', tickSize: '0.01000000' },
    { filterType: 'LOT_SIZE', minQty: '0.00001000', maxQty: '9000.00000000', stepSize: '0.00001000' },
    { filterType: 'NOTIONAL', minNotional: '5.00000000', applyMinToMarket: true },
  ],
};
