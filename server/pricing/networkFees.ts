import { amount, round, ZERO, type Amount } from '../../contract/money.ts';
import type { Catalogue, CatalogueInstrument } from '../instruments/catalogue.ts';
import type { Logger } from '../log.ts';
import type { ChainGateway } from '../ports/chain/chainGateway.ts';
import type { Price, PriceBook } from './priceBook.ts';

const REFRESH_MS = 15_000;
const PARALLEL = 4;
/** A network is congested when a transfer costs more than this and more than this multiple of its typical fee. */
const CONGESTED_USD = amount('5');
const CONGESTED_TIMES = amount('20');

/** The network fee of a payout or refund. Estimates are refreshed in the background, so that quoting never waits. */
export interface NetworkFees {
  /** Returns the fee in the instrument itself, rounded up to its precision. Throws ERR_SERVICE_UNAVAILABLE without a trusted price. */
  inInstrument(instrument: CatalogueInstrument, now: number): Amount;
  /** Returns the fee in USD, not rounded. */
  inUsd(instrument: CatalogueInstrument, now: number): Amount;
  /**
   * As `inInstrument`, with the last trusted prices as a fallback: refunds must not depend on current prices, and never use a
   * distrusted one.
   */
  forRefund(instrument: CatalogueInstrument, now: number): Amount;
  /** Whether a transfer costs far more than usual, or more than the fee limit of this host (NETWORK_CONGESTED). */
  isCongested(slug: string): boolean;
  /** Whether a transfer costs more than the fee limit of this host, which then sends none. */
  isAboveLimit(slug: string): boolean;
  /** Updates the estimates. Resolves when all networks have answered or failed. */
  refresh(slugs?: Iterable<string>): Promise<void>;
  /** Periodically refreshes the instruments used since the last round. Returns the stop function. */
  start(): () => void;
}

interface Estimate {
  nativeSlug: string;
  amount: Amount;
  /** The fee exceeds the limit of this host */
  isAboveLimit: boolean;
}

interface FeeOptions {
  catalogue: Catalogue;
  gateways: ReadonlyMap<string, Pick<ChainGateway, 'estimateFee'>>;
  book: PriceBook;
  log: Logger;
  refreshMs?: number;
}

export function createNetworkFees({ catalogue, gateways, book, log, refreshMs = REFRESH_MS }: FeeOptions): NetworkFees {
  /** By instrument slug, in the network's native instrument. */
  const estimates = new Map<string, Estimate>();
  const usedSlugs = new Set<string>();

  /** Cached values; valid while their sources are the same objects. */
  const usdCache = new Map<string, { estimate: Estimate; price: Price; value: Amount }>();
  const instrumentCache = new Map<string, { usd: Amount; price: Price; value: Amount }>();
  const typical = new Map<string, Amount>();

  const inUsd = (instrument: CatalogueInstrument, now: number): Amount => {
    const { slug } = instrument;
    usedSlugs.add(slug);
    const estimate = estimates.get(slug);
    const native = estimate && catalogue.instruments.get(estimate.nativeSlug);
    if (!estimate || !native) {
      // Falls back to the catalogue's typical fee until the network has answered.
      const known = typical.get(slug) ?? amount(catalogue.networkOf(instrument).typicalFeeUsd);
      typical.set(slug, known);
      return known;
    }
    const price = book.price(native.marketSymbol, now);
    const cached = usdCache.get(slug);
    if (cached?.estimate === estimate && cached.price === price) return cached.value;
    const value = estimate.amount.times(price.middle);
    usdCache.set(slug, { estimate, price, value });
    return value;
  };

  const inInstrument = (instrument: CatalogueInstrument, now: number): Amount => {
    const { slug, precisionDecimals } = instrument;
    const usd = inUsd(instrument, now);
    const price = book.price(instrument.marketSymbol, now);
    const cached = instrumentCache.get(slug);
    if (cached?.usd === usd && cached.price === price) return cached.value;
    const estimate = estimates.get(slug);
    // A fee in the instrument itself needs no price.
    const exact = estimate?.nativeSlug === slug ? estimate.amount : usd.div(price.middle);
    const value = round(exact, precisionDecimals, 'up');
    instrumentCache.set(slug, { usd, price, value });
    return value;
  };

  const byLastTrusted = ({ slug, marketSymbol, precisionDecimals }: CatalogueInstrument): Amount | null => {
    const estimate = estimates.get(slug);
    if (!estimate) return null;
    if (estimate.nativeSlug === slug) return round(estimate.amount, precisionDecimals, 'up');
    const native = book.lastTrusted(catalogue.instruments.get(estimate.nativeSlug)?.marketSymbol ?? '');
    const own = book.lastTrusted(marketSymbol);
    return native && own ? round(estimate.amount.times(native.middle).div(own.middle), precisionDecimals, 'up') : null;
  };

  const forRefund = (instrument: CatalogueInstrument, now: number): Amount => {
    try {
      return inInstrument(instrument, now);
    } catch (error) {
      const value = byLastTrusted(instrument);
      if (value === null) throw error;
      return value;
    }
  };

  const isAboveLimit = (slug: string): boolean => {
    const isAbove = estimates.get(slug)?.isAboveLimit === true;
    // A closed instrument is not quoted. Without this, its estimate would never be refreshed.
    if (isAbove) usedSlugs.add(slug);
    return isAbove;
  };

  const isCongested = (slug: string): boolean => {
    const instrument = catalogue.instruments.get(slug);
    const estimate = estimates.get(slug);
    if (!instrument || !estimate) return false;
    // A distrusted price must not change the congestion.
    const native = book.lastTrusted(catalogue.instruments.get(estimate.nativeSlug)?.marketSymbol ?? '');
    const usd = native ? estimate.amount.times(native.middle) : ZERO;
    const isFarAboveUsual =
      usd.gt(CONGESTED_USD) && usd.gt(amount(catalogue.networkOf(instrument).typicalFeeUsd).times(CONGESTED_TIMES));
    const hasHighFees = isAboveLimit(slug) || isFarAboveUsual;
    // As in isAboveLimit.
    if (hasHighFees) usedSlugs.add(slug);
    return hasHighFees;
  };

  const updateEstimate = async (slug: string): Promise<void> => {
    const gateway = gateways.get(catalogue.instruments.get(slug)?.network ?? '');
    if (!gateway) return;
    try {
      const fee = await gateway.estimateFee(slug);
      estimates.set(slug, { nativeSlug: fee.instrumentSlug, amount: amount(fee.amount), isAboveLimit: fee.delay !== undefined });
    } catch (error) {
      // The last estimate remains. The availability probe closes an unreachable network.
      log.warn({ err: error, instrument: slug }, 'could not estimate a network fee; the last estimate remains');
    }
  };

  const refresh = async (slugs: Iterable<string> = catalogue.instruments.keys()): Promise<void> => {
    const queue = [...slugs];
    const worker = async (): Promise<void> => {
      for (let slug = queue.shift(); slug !== undefined; slug = queue.shift()) await updateEstimate(slug);
    };
    await Promise.all(Array.from({ length: PARALLEL }, worker));
  };

  return {
    inUsd,
    inInstrument,
    forRefund,
    isCongested,
    isAboveLimit,
    refresh,
    start: () => {
      let running: Promise<void> | null = refresh().finally(() => (running = null));
      const timer = setInterval(() => {
        if (running) return;
        const slugs = [...usedSlugs];
        usedSlugs.clear();
        running = refresh(slugs).finally(() => (running = null));
      }, refreshMs);
      return () => clearInterval(timer);
    },
  };
}
