import { pino } from 'pino';
import type { InactiveReason } from '../../../contract/schemas/instruments.ts';
import { createAvailability, type Side } from '../../instruments/availability.ts';
import { loadCatalogue } from '../../instruments/loadCatalogue.ts';
import { createEmbeddedFeed, type EmbeddedFeedOptions } from '../../ports/market/embedded/embeddedFeed.ts';
import { loadSnapshot } from '../../ports/market/embedded/snapshot.ts';
import type { MarketFeed } from '../../ports/market/marketFeed.ts';
import type { PricingConfiguration } from '../configuration.ts';
import { DEFAULT_PRICING } from '../pricingSettings.ts';
import { createDesk } from '../createDesk.ts';
import { createNetworkFees } from '../networkFees.ts';
import { createInstrumentPresenter, createListedPresenter } from '../presenter.ts';
import { createPriceBook } from '../priceBook.ts';
import { createQuoteSeal } from '../quoteSeal.ts';
import type { Trading } from '../terms.ts';
import { createUsdPrices } from '../usdPrice.ts';

const catalogue = loadCatalogue();
const snapshot = loadSnapshot();

export interface TestDeskOptions {
  configuration?: Partial<PricingConfiguration>;
  second?: MarketFeed;
  /** Fee of a transfer by network, in its native instrument; default 0.0002 */
  networkFees?: Record<string, string>;
  prices?: EmbeddedFeedOptions['snapshot']['prices'];
  startAt?: number;
  trading?: Trading;
}

/** The real desk and catalogue, with a test clock and fake networks. */
export function createTestDesk({ configuration, second, networkFees = {}, prices, startAt, trading }: TestDeskOptions = {}) {
  const clock = { now: startAt ?? Date.UTC(2026, 10, 20, 14, 0, 0) };
  const now = () => clock.now;
  const feed = createEmbeddedFeed({ snapshot: prices ? { ...snapshot, prices } : snapshot, seed: 1, now });
  const down = new Set<string>();
  const gateways = new Map(
    [...catalogue.networks.values()].map((network) => [
      network.slug,
      {
        blockSeconds: network.blockSeconds,
        depositsAt: network.memoName === null ? ('ADDRESS' as const) : ('TREASURY' as const),
        estimateFee: async () => {
          if (down.has(network.slug)) throw new Error('down');
          return { instrumentSlug: network.nativeInstrument, amount: networkFees[network.slug] ?? '0.0002' };
        },
        probe: async () => {
          if (down.has(network.slug)) throw new Error('down');
          return { height: 1 };
        },
      },
    ]),
  );
  const log = pino({ level: 'silent' });
  const book = createPriceBook(feed, second ?? null, now);
  const fees = createNetworkFees({ catalogue, gateways, book, log });
  /** "slug side" → the reason why it is closed; takes effect after `availability.probe()` */
  const closed = new Map<string, InactiveReason>();
  const closures = [{ reasonFor: (slug: string, _network: string, side: Side) => closed.get(`${slug} ${side}`) ?? null }];
  const availability = createAvailability({ catalogue, gateways, log, closures });
  const present = createInstrumentPresenter(catalogue, gateways, availability, book, ['usd']);
  const settings = { ...DEFAULT_PRICING, ...configuration };
  const quotes = createQuoteSeal(Buffer.alloc(32, 1));
  const desk = createDesk({
    catalogue,
    availability,
    feed,
    book,
    fees,
    present,
    configuration: settings,
    quotes,
    now,
    ...(trading && { trading }),
  });
  const stop = book.start();
  return {
    desk,
    book,
    feed,
    fees,
    availability,
    catalogue,
    present,
    presentListed: createListedPresenter(present, fees, now),
    usdPrices: createUsdPrices(catalogue, book),
    clock,
    now,
    down,
    closed,
    gateways,
    configuration: settings,
    stop,
  };
}
