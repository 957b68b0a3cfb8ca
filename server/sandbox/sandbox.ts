import { ApiError } from '../../contract/errors.ts';
import { isoTime } from '../../contract/isoTime.ts';
import { amount, toDecimal } from '../../contract/money.ts';
import type {
  SandboxBreakInput,
  SandboxFeesInput,
  SandboxMendInput,
  SandboxMineInput,
  SandboxMineOutput,
  SandboxPriceInput,
  SandboxReorgInput,
  SandboxReplaceInput,
  SandboxSendInput,
  SandboxState,
  SandboxTransactionsOutput,
  SandboxTransfer,
  SandboxVerdictInput,
} from '../../contract/schemas/sandbox.ts';
import type { ChainControls, SandboxTransfer as ChainTransfer } from '../ports/chain/chainControls.ts';
import { CHAIN_BREAK_MODES } from '../ports/chain/embedded/failureMode.ts';
import { MARKET_BREAK_MODES, type MarketControls } from '../ports/market/marketControls.ts';
import type { MarketFeed } from '../ports/market/marketFeed.ts';
import { VENUE_BREAK_MODES, type VenueControls } from '../ports/venue/venueControls.ts';
import type { SandboxIdentities } from './sandboxIdentities.ts';

export interface SandboxOptions {
  chains: ChainControls;
  market: { feed: MarketFeed; controls: MarketControls };
  /** The exchange that the host hedges on; null: none, or a real one */
  venue: VenueControls | null;
  identities: SandboxIdentities;
}

/** Controls of the embedded ports (D12). Throws ApiErrors. */
export interface Sandbox {
  state(): Promise<SandboxState>;
  send(input: SandboxSendInput): Promise<SandboxTransfer>;
  mine(input: SandboxMineInput): Promise<SandboxMineOutput>;
  setPrice(input: SandboxPriceInput): Promise<void>;
  /** Throws ERR_VALIDATION for a mode that the port does not have. */
  breakPort(input: SandboxBreakInput): Promise<void>;
  reorganise(input: SandboxReorgInput): Promise<SandboxTransactionsOutput>;
  replaceWaiting(input: SandboxReplaceInput): Promise<SandboxTransactionsOutput>;
  setFees(input: SandboxFeesInput): Promise<void>;
  /** Passes or rejects a customer's documents. Throws ERR_NOT_ACCEPTABLE if they do not wait for a verdict. */
  decideIdentity(input: SandboxVerdictInput): Promise<void>;
  /** Repairs all ports if none is given. */
  mend(input: SandboxMendInput): Promise<void>;
}

const MARKET_PORT = 'market';
const VENUE_PORT = 'venue';
const RECENT_TRANSFERS = 50;

export function createSandbox({ chains, market, venue, identities }: SandboxOptions): Sandbox {
  const present = (transfer: ChainTransfer): SandboxTransfer => {
    const { fee, feeInstrumentSlug, sentAt, ...rest } = transfer;
    return {
      ...rest,
      fee: { instrumentSlug: feeInstrumentSlug, amount: fee },
      sentAt: isoTime(sentAt),
    };
  };
  const requireVenue = (): VenueControls => {
    if (venue) return venue;
    throw new ApiError('ERR_VALIDATION', 'This host does not hedge on an embedded exchange.', { field: 'port' });
  };
  return {
    async state() {
      return {
        networks: await chains.networks(),
        market: { code: market.feed.code, mode: market.controls.mode(), prices: pricesOf(market.feed) },
        venue: venue && { name: venue.name, mode: await venue.mode() },
        recentTransfers: (await chains.recentTransfers(RECENT_TRANSFERS)).map(present),
        identities: await identities.list(),
      };
    },
    send: async ({ instrumentSlug, toAddress, memo, amount: wanted }) =>
      present(await chains.send({ instrumentSlug, toAddress, memo: memo || null, amount: wanted })),
    mine: ({ networkSlug, blocks }) => chains.mine(networkSlug, blocks),
    setPrice: ({ symbol, price }) => market.controls.setPrice(symbol, price),
    async breakPort({ port, mode }) {
      if (port === MARKET_PORT) await market.controls.breakFeed(modeOf(MARKET_BREAK_MODES, mode));
      else if (port === VENUE_PORT) await requireVenue().setMode(modeOf(VENUE_BREAK_MODES, mode));
      else await chains.breakNetwork(port, modeOf(CHAIN_BREAK_MODES, mode));
    },
    reorganise: ({ networkSlug, blocks, fate }) => chains.reorganise(networkSlug, blocks, fate),
    replaceWaiting: ({ networkSlug, fate }) => chains.replaceWaiting(networkSlug, fate),
    setFees: ({ networkSlug, factor }) => chains.setFeeFactor(networkSlug, factor),
    decideIdentity: identities.decide,
    async mend({ port }) {
      if (port === undefined || port === MARKET_PORT) await market.controls.mend();
      if (port === VENUE_PORT) await requireVenue().setMode('up');
      else if (port !== MARKET_PORT) await chains.mend(port);
      if (port === undefined) await venue?.setMode('up');
    },
  };
}

function modeOf<const Modes extends readonly string[]>(modes: Modes, wanted: string): Modes[number] {
  const found = modes.find((mode) => mode === wanted);
  if (found === undefined) {
    throw new ApiError('ERR_VALIDATION', `This port does not have this failure mode. Use one of: ${modes.join(', ')}.`, {
      field: 'mode',
    });
  }
  return found;
}

/** Returns the mid prices in USD. */
function pricesOf(feed: MarketFeed): SandboxState['market']['prices'] {
  return feed.symbols().flatMap((symbol) => {
    const tick = feed.tick(symbol);
    if (!tick) return [];
    return [{ symbol, price: toDecimal(amount(tick.bid).plus(amount(tick.ask)).div(amount('2'))) }];
  });
}
