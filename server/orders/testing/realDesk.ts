import { createEmbeddedFeed } from '../../ports/market/embedded/embeddedFeed.ts';
import { createTestDesk } from '../../pricing/testing/testDesk.ts';
import type { OrderHost } from './orderHost.ts';

const PRICES = { USD: '1', BTC: '60000', USDT: '1', TRX: '0.3', ETH: '3000', XRP: '0.5' };

export interface RealDeskOptions {
  hasSecond?: boolean;
  /** Prices of the second source that differ from the start */
  secondPrices?: Record<string, string>;
  /** Fee of one transfer by network, in its native instrument; known after `fees.refresh` */
  networkFees?: Record<string, string>;
}

/** Replaces the fake desk by the real one with its price guards. */
export function useRealDesk(host: OrderHost, { hasSecond = false, secondPrices = {}, networkFees = {} }: RealDeskOptions = {}) {
  const startAt = host.context.now();
  const snapshot = { date: '2026-11-20', note: '', prices: PRICES };
  const secondSnapshot = { ...snapshot, prices: { ...PRICES, ...secondPrices } };
  const second = createEmbeddedFeed({ snapshot: secondSnapshot, seed: 1, now: () => host.context.now() });
  const market = createTestDesk({ prices: PRICES, startAt, networkFees, ...(hasSecond && { second }) });
  Object.assign(host.context, { desk: market.desk, ...market.usdPrices });
  const step = () => {
    market.clock.now = host.context.now();
    // A step moves a quarter of the coins.
    for (let part = 0; part < 4; part += 1) {
      market.feed.step();
      second.step();
    }
  };
  /** Runs `count` seconds, each with a TRON block, new prices and a worker round. */
  const seconds = async (count: number): Promise<void> => {
    for (let one = 0; one < count; one += 1) {
      host.chain('tron').mine();
      step();
      await host.tick();
    }
  };
  return { ...market, second, seconds };
}
