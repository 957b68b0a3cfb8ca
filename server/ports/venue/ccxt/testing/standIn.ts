import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { add, amount, compare, subtract, toDecimal, type Decimal } from '../../../../../contract/money.ts';

export interface StandInOrder {
  id: string;
  clientId: string;
  side: 'buy' | 'sell';
  amount: Decimal;
  limit: Decimal;
  filled: Decimal;
  at: number;
}
export interface StandInTrade {
  id: number;
  orderId: string;
  side: 'buy' | 'sell';
  amount: Decimal;
  cost: Decimal;
  fee: Decimal;
  feeCoin: string;
  at: number;
}

/** Every trade has this price, in USDT for 1 BTC. */
export const PRICE = '60000';
const FEE = amount('0.001');
const MINIMUM_COST = '5';

/**
 * An account with BTC and USDT that stands in for a real exchange: it has none of its rules but those that the shapes of requests and
 * answers need. A test sets its faults.
 */
export function createStandInAccount(feeIn: 'received' | 'USDT') {
  const state = {
    fault: 'none' as 'none' | 'down' | 'loseRequests' | 'loseAnswers' | 'partial' | 'repeated',
    canWithdraw: false,
    balances: new Map<string, Decimal>([
      ['BTC', '10'],
      ['USDT', '1000000'],
    ]),
    orders: [] as StandInOrder[],
    trades: [] as StandInTrade[],
    deposits: [] as { id: string; amount: Decimal; txHash: string; at: number }[],
  };
  const move = (coin: string, by: Decimal): void => void state.balances.set(coin, add(state.balances.get(coin) ?? '0', by));

  /** Returns the order, or why it is not accepted. */
  const place = (wanted: Omit<StandInOrder, 'id' | 'filled' | 'at'>): StandInOrder | 'FUNDS' | 'MINIMUM' => {
    const cost = (size: Decimal, price: Decimal) => toDecimal(amount(size).times(amount(price)));
    if (compare(cost(wanted.amount, wanted.limit), MINIMUM_COST) < 0) return 'MINIMUM';
    const [paid, needed] = wanted.side === 'buy' ? ['USDT', cost(wanted.amount, wanted.limit)] : ['BTC', wanted.amount];
    if (compare(state.balances.get(paid) ?? '0', needed) < 0) return 'FUNDS';
    const isReached = wanted.side === 'buy' ? compare(wanted.limit, PRICE) >= 0 : compare(wanted.limit, PRICE) <= 0;
    const share = amount(state.fault === 'partial' ? '0.5' : '1');
    const filled = isReached ? toDecimal(amount(wanted.amount).times(share)) : '0';
    const order = { ...wanted, id: String(1_000 + state.orders.length), filled, at: Date.now() };
    state.orders.push(order);
    if (filled !== '0') trade(order);
    return order;
  };

  const trade = (order: StandInOrder): void => {
    const cost = toDecimal(amount(order.filled).times(amount(PRICE)));
    const isPurchase = order.side === 'buy';
    const feeCoin = feeIn === 'USDT' || !isPurchase ? 'USDT' : 'BTC';
    const fee = toDecimal(amount(feeCoin === 'USDT' ? cost : order.filled).times(FEE));
    move('BTC', isPurchase ? order.filled : subtract('0', order.filled));
    move('USDT', isPurchase ? subtract('0', cost) : cost);
    move(feeCoin, subtract('0', fee));
    const { side, filled, id: orderId } = order;
    state.trades.push({ id: 5_000 + state.trades.length, orderId, side, amount: filled, cost, fee, feeCoin, at: Date.now() });
  };

  const deposit = (size: Decimal, txHash: string, at = Date.now()): void => {
    move('BTC', size);
    state.deposits.push({ id: `deposit-${state.deposits.length}`, amount: size, txHash, at });
  };
  return { state, place, deposit };
}

/** What a stand-in answers: a status and a JSON body */
export type Answer = readonly [status: number, body: unknown];

/** Serves a stand-in on a local port. `answer` gets the path and all parameters; `isOrder` marks the call that places one. */
export async function serveStandIn(
  state: ReturnType<typeof createStandInAccount>['state'],
  {
    answer,
    isOrder,
  }: {
    answer(path: string, parameters: URLSearchParams, method: string): Answer;
    isOrder(request: IncomingMessage, path: string): boolean;
  },
) {
  const reply = (request: IncomingMessage, response: ServerResponse, body: string): void => {
    const url = new URL(request.url ?? '/', 'http://exchange.example');
    const parameters = new URLSearchParams(`${url.search.slice(1)}&${body}`);
    const places = isOrder(request, url.pathname);
    if (places && state.fault === 'loseRequests') return void request.socket.destroy();
    const [status, json] =
      state.fault === 'down' ? [503, { msg: 'unavailable' }] : answer(url.pathname, parameters, request.method ?? 'GET');
    if (places && state.fault === 'loseAnswers') return void request.socket.destroy();
    response.statusCode = status;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(json));
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => reply(request, response, Buffer.concat(chunks).toString()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
