import { createStandInAccount, PRICE, serveStandIn, type Answer, type StandInOrder } from './standIn.ts';

const ASSETS = { XXBT: 'XBT', USDT: 'USDT' };
const PAIR = 'XBTUSDT';
const REFUSED: Record<string, string> = {
  FUNDS: 'EOrder:Insufficient funds',
  MINIMUM: 'EGeneral:Invalid arguments:volume minimum not met',
};
const idOf = (coin: string): string => (coin === 'BTC' ? 'XXBT' : coin);

/** Starts a server that stands in for Kraken, with the shapes that it documents for its spot API. */
export async function startKrakenStandIn() {
  const account = createStandInAccount('USDT');
  const { state } = account;
  let lastNonce = 0;

  const present = ({ clientId, side, amount, limit, filled, at }: StandInOrder) => ({
    refid: null,
    userref: null,
    cl_ord_id: clientId,
    status: filled === amount ? 'closed' : 'canceled',
    opentm: at / 1_000,
    descr: { pair: PAIR, type: side, ordertype: 'limit', price: limit, price2: '0', leverage: 'none', order: '', close: '' },
    vol: amount,
    vol_exec: filled,
    cost: '0',
    fee: '0',
    price: PRICE,
    misc: '',
    oflags: 'fciq',
  });

  const place = (parameters: URLSearchParams): unknown => {
    const read = (name: string): string => parameters.get(name) ?? '';
    if (Date.now() > Date.parse(read('deadline'))) return 'EService:Deadline elapsed';
    if (read('timeinforce').toUpperCase() !== 'IOC') return 'EGeneral:Invalid arguments:timeinforce';
    const placed = account.place({
      clientId: read('cl_ord_id'),
      side: read('type') === 'buy' ? 'buy' : 'sell',
      amount: read('volume'),
      limit: read('price'),
    });
    if (typeof placed === 'string') return REFUSED[placed];
    const { side, amount, limit, id } = placed;
    return { descr: { order: `${side} ${amount} ${PAIR} @ limit ${limit}` }, txid: [id] };
  };

  /** Returns a result, or the text of an error. */
  const result = (path: string, parameters: URLSearchParams): unknown => {
    const since = Number(parameters.get('start') ?? 0) * 1_000;
    const until = Number(parameters.get('end') ?? Infinity) * 1_000;
    const offset = Number(parameters.get('ofs') ?? 0);
    switch (path) {
      case 'public/Assets':
        return Object.fromEntries(
          Object.entries(ASSETS).map(([id, altname]) => [id, { aclass: 'currency', altname, decimals: 10, status: 'enabled' }]),
        );
      case 'public/AssetPairs':
        return { [PAIR]: MARKET };
      case 'private/BalanceEx':
        return Object.fromEntries([...state.balances].map(([coin, balance]) => [idOf(coin), { balance, hold_trade: '0' }]));
      case 'private/AddOrder':
        return place(parameters);
      case 'private/OpenOrders':
        return { open: {} };
      case 'private/ClosedOrders': {
        const found = state.orders.filter(({ clientId }) => clientId === parameters.get('cl_ord_id'));
        return { closed: Object.fromEntries(found.map((order) => [order.id, present(order)])), count: found.length };
      }
      case 'private/TradesHistory': {
        const found = state.trades.filter(({ at }) => at >= since).toReversed();
        const page = found.slice(offset, offset + 50).map(({ id, orderId, side, amount, cost, fee, at }) => [
          `T${id}`,
          {
            ordertxid: orderId,
            pair: PAIR,
            time: at / 1_000,
            type: side,
            ordertype: 'limit',
            price: PRICE,
            cost,
            fee,
            vol: amount,
            margin: '0',
            misc: '',
            trade_id: id,
            maker: false,
          },
        ]);
        return { trades: Object.fromEntries(page), count: found.length };
      }
      case 'private/DepositMethods':
        return [{ method: 'Bitcoin', limit: false, 'gen-address': true }];
      case 'private/DepositAddresses':
        return [{ address: 'bc1qstandin', expiretm: '0' }];
      case 'private/DepositStatus':
        return state.deposits
          .filter(({ at }) => at >= since && at <= until)
          .map(({ id, amount, txHash, at }) => ({
            method: 'Bitcoin',
            aclass: 'currency',
            asset: 'XXBT',
            refid: id,
            txid: txHash,
            info: 'bc1qstandin',
            amount,
            fee: '0',
            time: Math.floor(at / 1_000),
            status: 'Success',
          }));
      case 'private/WithdrawStatus':
        return [];
      case 'private/WithdrawMethods':
        return state.canWithdraw ? [{ asset: 'XXBT', method: 'Bitcoin' }] : 'EGeneral:Permission denied';
      default:
        return `EGeneral:Unknown method ${path}`;
    }
  };

  const answer = (path: string, parameters: URLSearchParams): Answer => {
    const name = path.replace('/0/', '');
    if (name.startsWith('private/')) {
      const nonce = Number(parameters.get('nonce'));
      if (nonce <= lastNonce) return [200, { error: ['EAPI:Invalid nonce'] }];
      lastNonce = nonce;
    }
    const found = result(name, parameters);
    return [200, typeof found === 'string' ? { error: [found] } : { error: [], result: found }];
  };
  const served = await serveStandIn(state, { answer, isOrder: (_request, path) => path === '/0/private/AddOrder' });
  return { ...served, state, deposit: account.deposit };
}

const MARKET = {
  altname: PAIR,
  wsname: 'XBT/USDT',
  aclass_base: 'currency',
  base: 'XXBT',
  aclass_quote: 'currency',
  quote: 'USDT',
  pair_decimals: 1,
  lot_decimals: 8,
  lot_multiplier: 1,
  leverage_buy: [],
  leverage_sell: [],
  fees: [[0, 0.26]],
  fees_maker: [[0, 0.16]],
  ordermin: '0.00005',
  costmin: '5',
  tick_size: '0.1',
  status: 'online',
};
