import { createServer } from 'node:http';

/** One pair in the shapes that Kraken documents for its public REST calls Assets, AssetPairs, Ticker and OHLC. */
export interface KrakenPair {
  id: string;
  base: string;
  quote: string;
  bid: string;
  ask: string;
}

const ASSETS: Record<string, string> = { XXBT: 'XBT', XETH: 'ETH', USDT: 'USDT', ZUSD: 'USD', XXDG: 'XDG' };

/** Starts a local server with the API that Kraken documents. The test sets prices and failures. */
export async function startKrakenLikeServer(pairs: KrakenPair[]) {
  const state = { pairs, isBroken: false, calls: [] as string[] };
  const result = (path: string, query: URLSearchParams): unknown => {
    const requested = (query.get('pair') ?? '').split(',');
    const chosen = state.pairs.filter(({ id }) => requested.includes(id));
    if (path === '/0/public/Assets') {
      return Object.fromEntries(
        Object.entries(ASSETS).map(([id, altname]) => [
          id,
          { aclass: 'currency', altname, decimals: 10, display_decimals: 5, status: 'enabled' },
        ]),
      );
    }
    if (path === '/0/public/AssetPairs') {
      return Object.fromEntries(
        state.pairs.map(({ id, base, quote }) => [
          id,
          {
            altname: id,
            wsname: `${ASSETS[base]}/${ASSETS[quote]}`,
            aclass_base: 'currency',
            base,
            aclass_quote: 'currency',
            quote,
            pair_decimals: 5,
            lot_decimals: 8,
            lot_multiplier: 1,
            leverage_buy: [],
            leverage_sell: [],
            fees: [[0, 0.26]],
            fees_maker: [[0, 0.16]],
            ordermin: '0.0001',
            status: 'online',
          },
        ]),
      );
    }
    if (path === '/0/public/Ticker') {
      return Object.fromEntries(
        chosen.map(({ id, bid, ask }) => [
          id,
          {
            a: [ask, '1', '1.000'],
            b: [bid, '2', '2.000'],
            c: [bid, '0.1'],
            v: ['1', '2'],
            p: [bid, bid],
            t: [1, 2],
            l: [bid, bid],
            h: [ask, ask],
            o: bid,
          },
        ]),
      );
    }
    const [pair] = chosen;
    if (path !== '/0/public/OHLC' || !pair) return null;
    const quarter = 900;
    const now = Math.floor(Date.now() / 1_000 / quarter) * quarter;
    const candles = Array.from({ length: 97 }, (_, index) => {
      const price = `${pair.bid.split('.')[0]}.${String(index).padStart(2, '0')}`;
      return [now - (96 - index) * quarter, price, price, price, price, price, '1.0', 5];
    });
    return { [pair.id]: candles, last: now };
  };

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://exchange.example');
    state.calls.push(url.pathname);
    response.setHeader('content-type', 'application/json');
    if (state.isBroken) {
      response.statusCode = 503;
      response.end('{"error":["EService:Unavailable"]}');
      return;
    }
    response.end(JSON.stringify({ error: [], result: result(url.pathname, url.searchParams) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    state,
    origin: `http://127.0.0.1:${address.port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
