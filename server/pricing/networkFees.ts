import { add, amount, ONE, round, roundToDecimal, toDecimal, ZERO, type Amount, type Decimal } from '../../contract/money.ts';
import type { Catalogue, CatalogueInstrument } from '../instruments/catalogue.ts';
import type { Logger } from '../common/log.ts';
import { depositsAt } from '../ports/chain/treasury.ts';
import type { ChainGateway } from '../ports/chain/chainGateway.ts';
import type { RefundFees, RefundSource } from './desk.ts';
import type { Price, PriceBook } from './priceBook.ts';

const REFRESH_MS = 15_000;
const PARALLEL = 4;
/** A network is congested when a transfer costs more than this and more than this multiple of its typical fee. */
const CONGESTED_USD = amount('5');
const CONGESTED_TIMES = amount('20');
/** How many unused instruments a round refreshes, in turn. Lists show their fees too. */
const UNUSED_PER_ROUND = 8;
/** Factor on the fees of collecting a deposit, because it is collected later than it is priced. */
const COLLECTION_MARGIN = amount('1.1');

/**
 * What collecting a token costs in a batch of five, as a share of one transfer of the token (docs/decisions/036-collection.md). The
 * treasury pays it, so nothing is sent to the deposit address before.
 */
const SHARE_IN_BATCH = amount('1.1');

/** Factors on today's fees for a fixed rate, whose fees are promised before they are paid (D67). */
const FIXED_MARGIN = amount('1.25');
const FIXED_MARGIN_WITHOUT_HISTORY = amount('1.5');

/** What transfers cost. */
export interface TransferFees {
  /** Returns the fee in the instrument itself, rounded up to its precision. Throws ERR_SERVICE_UNAVAILABLE without a trusted price. */
  inInstrument(instrument: CatalogueInstrument, now: number): Amount;
  /** Returns the fee in USD, not rounded. */
  inUsd(instrument: CatalogueInstrument, now: number): Amount;
  /**
   * Returns what it costs to move a deposit to the treasury (D53), in USD, not rounded: one transfer and, for a token, another one
   * that brings its gas. Where tokens are collected in batches: the share of a token in a batch of five. On pooled networks, where a deposit
   * is a coin that a later payment spends: one more input. Zero on memo networks, where deposits arrive in the treasury's balance.
   */
  collectionInUsd(instrument: CatalogueInstrument, now: number): Amount;
}

/** The network fees of today. Estimates are refreshed in the background, so that quoting never waits. */
export interface NetworkFees extends TransferFees {
  /** What a fixed rate is charged: the larger of 1.25 × today's fees and the usual high of the last day; 1.5 × without a history (D67). */
  forFixedRate: TransferFees;
  /** Returns the current estimates by instrument, in the native instrument of its network. */
  estimates(): ReadonlyMap<string, Amount>;
  /** Sets the 90th percentile of the last day's fees, by instrument with a full history, in the native instrument. */
  useHistory(percentiles: ReadonlyMap<string, Amount>): void;
  /**
   * Returns both fees for a list of instruments, in USD, not rounded. Does not count as a use of the instrument. Throws
   * ERR_SERVICE_UNAVAILABLE without a trusted price.
   */
  listed(instrument: CatalogueInstrument, now: number): { payout: Amount; collection: Amount };
  /**
   * As `inInstrument`, with the last trusted prices as a fallback: refunds must not depend on current prices, and never use a
   * distrusted one.
   */
  forRefund(instrument: CatalogueInstrument, now: number): Amount;
  /** Returns what a refund costs (D8), as `refundFees` of the desk. Prices and errors as for `forRefund`. */
  ofRefund(instrument: CatalogueInstrument, source: RefundSource, now: number, factor?: Decimal): RefundFees;
  /** Whether a transfer costs far more than usual, or more than the fee limit of this host (NETWORK_CONGESTED). */
  isCongested(slug: string): boolean;
  /** Whether a transfer costs more than the fee limit of this host, which then sends none. */
  isAboveLimit(slug: string): boolean;
  /** Updates the estimates. Resolves when all networks have answered or failed. */
  refresh(slugs?: Iterable<string>): Promise<void>;
  /**
   * Periodically refreshes the instruments used since the last round, the coins of open orders, and in turn a few others. Returns the stop
   * function.
   */
  start(): () => void;
}

interface Estimate {
  nativeSlug: string;
  amount: Amount;
  /** The fee exceeds the limit of this host */
  isAboveLimit: boolean;
  /** What one more input costs on a pooled network, as a part of the fee; zero on other networks */
  inputShare: Amount;
  /** Deposits of the token are collected in batches */
  isBatched: boolean;
}

interface FeeOptions {
  catalogue: Catalogue;
  gateways: ReadonlyMap<string, Pick<ChainGateway, 'estimateFee' | 'depositsAt' | 'inputFee' | 'collection'>>;
  book: PriceBook;
  log: Logger;
  /** Returns the coins whose estimates decide about money soon, although nobody may quote them (D77). */
  openCoins?: () => Promise<readonly string[]>;
  refreshMs?: number;
}

export function createNetworkFees({
  catalogue,
  gateways,
  book,
  log,
  openCoins = async () => [],
  refreshMs = REFRESH_MS,
}: FeeOptions): NetworkFees {
  /** By instrument slug, in the network's native instrument. */
  const estimates = new Map<string, Estimate>();
  const usedSlugs = new Set<string>();
  const slugs = [...catalogue.instruments.keys()];

  const nativeOf = (instrument: CatalogueInstrument): CatalogueInstrument | undefined =>
    catalogue.instruments.get(catalogue.networkOf(instrument).nativeInstrument);

  /** Whether deposits arrive at addresses of their own, from which sweeps collect them. */
  const isCollected = (instrument: CatalogueInstrument): boolean =>
    depositsAt(gateways, catalogue.networkOf(instrument)) === 'ADDRESS';

  /** Creates fees with their own caches. `estimateOf` returns the same object until the estimate changes. */
  const feesOf = (estimateOf: (slug: string) => Estimate | undefined, typicalFactor: Amount) => {
    /** Cached values; valid while their sources are the same objects. */
    const usdCache = new Map<string, { estimate: Estimate; price: Price; value: Amount }>();
    const instrumentCache = new Map<string, { usd: Amount; price: Price; value: Amount }>();
    const collectionCache = new Map<string, { own: Amount; topUp: Amount; value: Amount }>();
    const typical = new Map<string, Amount>();

    const transferInUsd = (instrument: CatalogueInstrument, now: number): Amount => {
      const { slug } = instrument;
      const estimate = estimateOf(slug);
      const native = estimate && catalogue.instruments.get(estimate.nativeSlug);
      if (!estimate || !native) {
        // Falls back to the catalogue's typical fee until the network has answered.
        const known = typical.get(slug) ?? amount(catalogue.networkOf(instrument).typicalFeeUsd).times(typicalFactor);
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

    const inUsd = (instrument: CatalogueInstrument, now: number): Amount => {
      usedSlugs.add(instrument.slug);
      return transferInUsd(instrument, now);
    };

    const inInstrument = (instrument: CatalogueInstrument, now: number): Amount => {
      const { slug, precisionDecimals } = instrument;
      const usd = inUsd(instrument, now);
      const price = book.price(instrument.marketSymbol, now);
      const cached = instrumentCache.get(slug);
      if (cached?.usd === usd && cached.price === price) return cached.value;
      const estimate = estimateOf(slug);
      // A fee in the instrument itself needs no price.
      const exact = estimate?.nativeSlug === slug ? estimate.amount : usd.div(price.middle);
      const value = round(exact, precisionDecimals, 'up');
      instrumentCache.set(slug, { usd, price, value });
      return value;
    };

    const collectionInUsd = (instrument: CatalogueInstrument, now: number, transfer = inUsd): Amount => {
      const estimate = estimateOf(instrument.slug);
      const isBatched = estimate?.isBatched === true;
      const share = isBatched ? SHARE_IN_BATCH : isCollected(instrument) ? ONE : (estimate?.inputShare ?? ZERO);
      if (share.eq(ZERO)) return ZERO;
      const native = nativeOf(instrument);
      const own = transfer(instrument, now);
      const topUp = !isBatched && native && native.slug !== instrument.slug ? transfer(native, now) : ZERO;
      const cached = collectionCache.get(instrument.slug);
      if (cached?.own === own && cached.topUp === topUp) return cached.value;
      const value = own.times(share).plus(topUp).times(COLLECTION_MARGIN);
      collectionCache.set(instrument.slug, { own, topUp, value });
      return value;
    };
    return { transferInUsd, inUsd, inInstrument, collectionInUsd };
  };

  /** By instrument slug: the 90th percentile of the last day's fees, in the native instrument */
  let percentiles: ReadonlyMap<string, Amount> = new Map();
  const fixedEstimates = new Map<string, { of: Estimate; percentile: Amount | undefined; estimate: Estimate }>();

  /** Returns the fee that a fixed rate is charged: an order pays it up to an hour after it was promised. */
  const fixedEstimateOf = (slug: string): Estimate | undefined => {
    const of = estimates.get(slug);
    if (!of) return undefined;
    const percentile = percentiles.get(slug);
    const known = fixedEstimates.get(slug);
    if (known?.of === of && known.percentile === percentile) return known.estimate;
    const usual = of.amount.times(percentile ? FIXED_MARGIN : FIXED_MARGIN_WITHOUT_HISTORY);
    const estimate = { ...of, amount: percentile?.gt(usual) ? percentile : usual };
    fixedEstimates.set(slug, { of, percentile, estimate });
    return estimate;
  };

  const today = feesOf((slug) => estimates.get(slug), ONE);
  const forFixedRate = feesOf(fixedEstimateOf, FIXED_MARGIN_WITHOUT_HISTORY);
  const { transferInUsd, inUsd, inInstrument, collectionInUsd } = today;

  /** Returns the fee of one transfer of `transferred`, in `instrument`. Null without a trusted price. */
  const byLastTrusted = (
    { slug, marketSymbol, precisionDecimals }: CatalogueInstrument,
    transferred: CatalogueInstrument,
  ): Amount | null => {
    const estimate = estimates.get(transferred.slug);
    if (!estimate) return null;
    if (estimate.nativeSlug === slug) return round(estimate.amount, precisionDecimals, 'up');
    const native = book.lastTrusted(catalogue.instruments.get(estimate.nativeSlug)?.marketSymbol ?? '');
    const own = book.lastTrusted(marketSymbol);
    return native && own ? round(estimate.amount.times(native.middle).div(own.middle), precisionDecimals, 'up') : null;
  };

  const forRefund = (instrument: CatalogueInstrument, now: number, transferred = instrument): Amount => {
    try {
      if (transferred === instrument) return inInstrument(instrument, now);
      const usd = inUsd(transferred, now);
      return round(usd.div(book.price(instrument.marketSymbol, now).middle), instrument.precisionDecimals, 'up');
    } catch (error) {
      const value = byLastTrusted(instrument, transferred);
      if (value === null) throw error;
      return value;
    }
  };

  const ofRefund = (instrument: CatalogueInstrument, source: RefundSource, now: number, factor: Decimal = '1'): RefundFees => {
    const sending = forRefund(instrument, now);
    const transferFee = roundToDecimal(sending.times(amount(factor)), instrument.precisionDecimals, 'up');
    const native = nativeOf(instrument);
    const isToken = native !== undefined && native.slug !== instrument.slug;
    const isBatched = estimates.get(instrument.slug)?.isBatched === true;
    const gas = isCollected(instrument) && isToken && !isBatched ? forRefund(instrument, now, native) : ZERO;
    // Its fee is paid in tokens, which a sweep must collect.
    const isSwept = isToken || source === 'TREASURY';
    const sweep = isCollected(instrument) && isSwept ? sending.times(isBatched ? SHARE_IN_BATCH : ONE) : ZERO;
    const collectionFee = toDecimal(round(gas.plus(sweep).times(COLLECTION_MARGIN), instrument.precisionDecimals, 'up'));
    return { networkFee: add(transferFee, collectionFee), collectionFee };
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
      const { instrumentSlug: nativeSlug, amount: text, delay } = await gateway.estimateFee(slug);
      const fee = amount(text);
      const inputShare = gateway.inputFee && fee.gt(ZERO) ? amount(await gateway.inputFee()).div(fee) : ZERO;
      const isBatched = nativeSlug !== slug && (await gateway.collection?.isReady()) === true;
      estimates.set(slug, { nativeSlug, amount: fee, isAboveLimit: delay !== undefined, inputShare, isBatched });
    } catch (error) {
      // The last estimate remains. The availability probe closes an unreachable network.
      log.warn({ err: error, instrument: slug }, 'could not estimate a network fee; the last estimate remains');
    }
  };

  const refresh = async (due: Iterable<string> = slugs): Promise<void> => {
    const queue = [...due];
    const worker = async (): Promise<void> => {
      for (let slug = queue.shift(); slug !== undefined; slug = queue.shift()) await updateEstimate(slug);
    };
    await Promise.all(Array.from({ length: PARALLEL }, worker));
  };

  let nextUnused = 0;
  /** Returns the instruments that are refreshed next although nobody quoted them. */
  const takeUnused = (): string[] => {
    const taken = slugs.slice(nextUnused, nextUnused + UNUSED_PER_ROUND);
    nextUnused = nextUnused + UNUSED_PER_ROUND < slugs.length ? nextUnused + UNUSED_PER_ROUND : 0;
    return taken;
  };

  const refreshDue = async (): Promise<void> => {
    const open = await openCoins().catch((error: unknown) => {
      log.warn({ err: error }, 'the coins of open orders could not be read; their fees are estimated in the next round');
      return [];
    });
    const due = new Set([...usedSlugs, ...open.flatMap(withGas), ...takeUnused()]);
    usedSlugs.clear();
    await refresh(due);
  };
  /** Collecting a token costs its network's own coin too. */
  const withGas = (slug: string): string[] => {
    const instrument = catalogue.instruments.get(slug);
    const native = instrument && nativeOf(instrument)?.slug;
    return native === undefined || native === slug ? [slug] : [slug, native];
  };

  return {
    inUsd,
    inInstrument,
    collectionInUsd,
    forFixedRate,
    estimates: () => new Map([...estimates].map(([slug, estimate]) => [slug, estimate.amount])),
    useHistory: (history) => {
      percentiles = history;
    },
    listed: (instrument, now) => ({
      payout: transferInUsd(instrument, now),
      collection: collectionInUsd(instrument, now, transferInUsd),
    }),
    forRefund,
    ofRefund,
    isCongested,
    isAboveLimit,
    refresh,
    start: () => {
      let running: Promise<void> | null = refresh().finally(() => (running = null));
      const timer = setInterval(() => {
        if (running) return;
        running = refreshDue().finally(() => (running = null));
      }, refreshMs);
      return () => clearInterval(timer);
    },
  };
}
