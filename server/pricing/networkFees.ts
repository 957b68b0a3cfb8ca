import { amount, round, ZERO, type Amount } from '../../contract/money.ts';
import type { Catalogue, CatalogueInstrument } from '../instruments/catalogue.ts';
import type { Logger } from '../log.ts';
import type { ChainGateway } from '../ports/chain/chainGateway.ts';
import type { Price, PriceBook } from './priceBook.ts';

const REFRESH_MS = 15_000;
const PARALLEL = 4;
/** A network is congested when one transfer costs more than this, and so many times what the catalogue calls typical. */
const CONGESTED_USD = amount('5');
const CONGESTED_TIMES = amount('20');

/** What one payout or refund costs: asked of the networks in the background, so that quoting never waits for one. */
export interface NetworkFees {
  /** In the instrument itself, rounded up to its precision. Throws ERR_SERVICE_UNAVAILABLE without a reliable price. */
  inInstrument(instrument: CatalogueInstrument, now: number): Amount;
  /** In USD, not rounded. */
  inUsd(instrument: CatalogueInstrument, now: number): Amount;
  /**
   * As `inInstrument`, but by the last prices that were to be trusted when none is: money must find its way back then too, and
   * never at a price that is refused.
   */
  forRefund(instrument: CatalogueInstrument, now: number): Amount;
  /** One transfer costs far more than is usual on its network, or more than this host pays (NETWORK_CONGESTED). */
  isCongested(slug: string): boolean;
  /** One transfer costs more than this host pays: until it is cheaper nothing leaves, whoever agrees to what. */
  isAboveLimit(slug: string): boolean;
  /** Asks every network once; resolves when all have answered or failed. */
  refresh(slugs?: Iterable<string>): Promise<void>;
  /** Refreshes what was asked for since the last round. Returns the stop. */
  start(): () => void;
}

interface Estimate {
  nativeSlug: string;
  amount: Amount;
  /** The network asks for more, and nothing would leave */
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
  const wanted = new Set<string>();

  /** Kept while what they come from stays the same object, so that quoting the same pair again costs nothing. */
  const inUsdKept = new Map<string, { estimate: Estimate; price: Price; value: Amount }>();
  const inInstrumentKept = new Map<string, { usd: Amount; price: Price; value: Amount }>();
  const typical = new Map<string, Amount>();

  const inUsd = (instrument: CatalogueInstrument, now: number): Amount => {
    const { slug } = instrument;
    wanted.add(slug);
    const estimate = estimates.get(slug);
    const native = estimate && catalogue.instruments.get(estimate.nativeSlug);
    if (!estimate || !native) {
      // Until the network has answered once, the catalogue's typical fee is the best that is known.
      const known = typical.get(slug) ?? amount(catalogue.networkOf(instrument).typicalFeeUsd);
      typical.set(slug, known);
      return known;
    }
    const price = book.price(native.marketSymbol, now);
    const kept = inUsdKept.get(slug);
    if (kept?.estimate === estimate && kept.price === price) return kept.value;
    const value = estimate.amount.times(price.middle);
    inUsdKept.set(slug, { estimate, price, value });
    return value;
  };

  const inInstrument = (instrument: CatalogueInstrument, now: number): Amount => {
    const { slug, precisionDecimals } = instrument;
    const usd = inUsd(instrument, now);
    const price = book.price(instrument.marketSymbol, now);
    const kept = inInstrumentKept.get(slug);
    if (kept?.usd === usd && kept.price === price) return kept.value;
    const estimate = estimates.get(slug);
    // A fee in the instrument itself needs no price.
    const exact = estimate?.nativeSlug === slug ? estimate.amount : usd.div(price.middle);
    const value = round(exact, precisionDecimals, 'up');
    inInstrumentKept.set(slug, { usd, price, value });
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
    // Nobody prices what is closed: without this it would never be asked again, and stay closed.
    if (isAbove) wanted.add(slug);
    return isAbove;
  };

  const isCongested = (slug: string): boolean => {
    const instrument = catalogue.instruments.get(slug);
    const estimate = estimates.get(slug);
    if (!instrument || !estimate) return false;
    // A price that is refused makes no network dear, and none cheap.
    const native = book.lastTrusted(catalogue.instruments.get(estimate.nativeSlug)?.marketSymbol ?? '');
    const usd = native ? estimate.amount.times(native.middle) : ZERO;
    const isFarAboveUsual =
      usd.gt(CONGESTED_USD) && usd.gt(amount(catalogue.networkOf(instrument).typicalFeeUsd).times(CONGESTED_TIMES));
    const hasHighFees = isAboveLimit(slug) || isFarAboveUsual;
    // As above the limit.
    if (hasHighFees) wanted.add(slug);
    return hasHighFees;
  };

  const ask = async (slug: string): Promise<void> => {
    const gateway = gateways.get(catalogue.instruments.get(slug)?.network ?? '');
    if (!gateway) return;
    try {
      const fee = await gateway.estimateFee(slug);
      estimates.set(slug, { nativeSlug: fee.instrumentSlug, amount: amount(fee.amount), isAboveLimit: fee.delay !== undefined });
    } catch (error) {
      // The last answer stays: a network that is down is paused by its own probe.
      log.warn({ err: error, instrument: slug }, 'network fee not known');
    }
  };

  const refresh = async (slugs: Iterable<string> = catalogue.instruments.keys()): Promise<void> => {
    const queue = [...slugs];
    const worker = async (): Promise<void> => {
      for (let slug = queue.shift(); slug !== undefined; slug = queue.shift()) await ask(slug);
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
        const slugs = [...wanted];
        wanted.clear();
        running = refresh(slugs).finally(() => (running = null));
      }, refreshMs);
      return () => clearInterval(timer);
    },
  };
}
