import { toDecimal, type Decimal } from '../../contract/money.ts';
import type { RateInput } from '../../contract/schemas/rates.ts';
import { createAvailability, type Availability, type Closures } from '../instruments/availability.ts';
import type { Catalogue } from '../instruments/catalogue.ts';
import type { Logger } from '../common/log.ts';
import { logLongWait } from '../common/logLongWait.ts';
import type { ChainGateway } from '../ports/chain/chainGateway.ts';
import type { MarketFeed } from '../ports/market/marketFeed.ts';
import type { PricingConfiguration } from './configuration.ts';
import { createDesk } from './createDesk.ts';
import type { PricingDesk } from './desk.ts';
import { createNetworkFees, type NetworkFees } from './networkFees.ts';
import { createInstrumentPresenter, createListedPresenter, type InstrumentPresenter } from './presenter.ts';
import { createPriceBook, type PriceBook } from './priceBook.ts';
import { DEFAULT_PRICING } from './pricingSettings.ts';
import { createQuoteSeal } from './quoteSeal.ts';
import type { Trading } from './terms.ts';
import { createUsdPrices, type UsdPrices } from './usdPrice.ts';

export interface PricingOptions {
  catalogue: Catalogue;
  gateways: ReadonlyMap<string, Pick<ChainGateway, 'estimateFee' | 'inputFee' | 'depositsAt' | 'probe' | 'blockSeconds'>>;
  feed: MarketFeed;
  /** Used only for comparison (D41) */
  second?: MarketFeed | null;
  log: Logger;
  /** The secret that seals quotes, shared by all processes of a host. */
  quoteKey: Uint8Array;
  configuration?: PricingConfiguration;
  /** Whether the prices are real, so that their volatility says what a fixed rate costs (D67) */
  isVolatilityMeasured: boolean;
  /** Trading on an exchange (D71). Default: nothing is traded */
  trading?: Trading;
  /** The slugs of the money that the card provider takes. Default: none */
  takenMoney?: readonly string[] | undefined;
  /** Reasons to close instruments, in addition to unreachable networks and high network fees */
  closures?: readonly Closures[];
  /** Returns the coins of open orders. Default: none */
  openCoins?: () => Promise<readonly string[]>;
  now?: () => number;
}

/** The parts that compute prices. */
export interface Pricing {
  desk: PricingDesk;
  book: PriceBook;
  fees: NetworkFees;
  availability: Availability;
  present: InstrumentPresenter;
  /** As `present`, with the network fees that a list shows. */
  presentListed: InstrumentPresenter;
  configuration: PricingConfiguration;
  usdPrices: UsdPrices;
  /** Returns the last trusted price in USD per unit of an instrument; null if there is none (see {@link PriceBook.lastTrusted}). */
  trustedPrice(slug: string): Decimal | null;
  /** Returns the market symbols that affect the pair data of a request. */
  symbolsOf(input: Pick<RateInput, 'instrumentFromSlug' | 'instrumentToSlug'>): readonly string[];
  /**
   * Starts feeds, fees and probes. Resolves to a stop function when each network was probed once. `prepareNetworks` runs after
   * the feeds have started and before the first probe.
   */
  start(prepareNetworks?: () => Promise<void>): Promise<() => Promise<void>>;
}

export function createPricing(options: PricingOptions): Pricing {
  const {
    catalogue,
    gateways,
    feed,
    second = null,
    log,
    configuration = DEFAULT_PRICING,
    closures = [],
    now = Date.now,
  } = options;
  const book = createPriceBook(feed, second, now);
  const fees = createNetworkFees({ catalogue, gateways, book, log, ...(options.openCoins && { openCoins: options.openCoins }) });
  const aboveLimit: Closures = {
    reasonFor: (slug, _network, side) => (side === 'receive' && fees.isAboveLimit(slug) ? 'NETWORK_CONGESTED' : null),
  };
  const availability = createAvailability({
    catalogue,
    gateways,
    log,
    closures: [...closures, aboveLimit],
    hasHighFees: fees.isCongested,
  });
  const present = createInstrumentPresenter(catalogue, gateways, availability, book, options.takenMoney);
  const quotes = createQuoteSeal(options.quoteKey);
  const desk = createDesk({
    catalogue,
    availability,
    feed,
    book,
    fees,
    present,
    configuration,
    quotes,
    isVolatilityMeasured: options.isVolatilityMeasured,
    ...(options.trading && { trading: options.trading }),
    now,
  });

  const symbolsOfOne = (slug: string): string[] => {
    const instrument = catalogue.instruments.get(slug);
    if (!instrument) return [];
    const native = catalogue.instruments.get(catalogue.networkOf(instrument).nativeInstrument);
    return native ? [instrument.marketSymbol, native.marketSymbol] : [instrument.marketSymbol];
  };

  return {
    desk,
    book,
    fees,
    availability,
    present,
    presentListed: createListedPresenter(present, fees, now),
    configuration,
    usdPrices: createUsdPrices(catalogue, book),
    trustedPrice: (slug) => {
      const price = book.lastTrusted(catalogue.instruments.get(slug)?.marketSymbol ?? '');
      return price && toDecimal(price.middle);
    },
    symbolsOf: ({ instrumentFromSlug, instrumentToSlug }) => [
      ...new Set([...symbolsOfOne(instrumentFromSlug), ...symbolsOfOne(instrumentToSlug)]),
    ],
    start: async (prepareNetworks) => {
      const start = (one: MarketFeed) => logLongWait(one.start(), `the prices of ${one.code}`, log);
      const stopFeeds = await Promise.all([start(feed), second && start(second)]);
      const stopBook = book.start();
      await prepareNetworks?.();
      const stopFees = fees.start();
      const stopProbes = await availability.start();
      return async () => {
        stopProbes();
        stopFees();
        stopBook();
        await Promise.all(stopFeeds.flatMap((stop) => stop?.() ?? []));
      };
    },
  };
}
