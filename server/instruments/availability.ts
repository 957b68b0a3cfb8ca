import { withTimeout } from '../../contract/withTimeout.ts';
import { ApiError } from '../../contract/errors.ts';
import type { InactiveReason } from '../../contract/schemas/instruments.ts';
import type { Logger } from '../log.ts';
import type { Catalogue, CatalogueInstrument } from './catalogue.ts';

/** What a customer does with an instrument: pays it to us, or gets it from us. */
export type Side = 'send' | 'receive';

export type SideState =
  | { readonly active: true }
  | {
      readonly active: false;
      readonly reason: InactiveReason;
      /** Nothing but the network's fee is against it: whoever has agreed to that fee can have it */
      readonly hasOnlyHighFees?: true;
    };

export interface AvailabilityState {
  /** At least one side is */
  readonly active: boolean;
  readonly send: SideState;
  readonly receive: SideState;
}

/** Whoever can close a side of an instrument: an operator's switches, an empty treasury. */
export interface Closures {
  /** Why the side is closed; null when it is open as far as this goes. */
  reasonFor(instrumentSlug: string, networkSlug: string, side: Side): InactiveReason | null;
}

/** Which instruments can be sent and received now, and why the others cannot (D26, D12, D27). Open orders go on regardless. */
export interface Availability {
  /** Unknown slugs are NOT_CONFIGURED. The same object is given while nothing changes. */
  stateOf(slug: string): AvailabilityState;
  onChange(listener: () => void): () => void;
  /** Asks every network once. */
  probe(): Promise<void>;
  /** Probes every few seconds; resolves when each network has been asked once. Gives the stop. */
  start(): Promise<() => void>;
}

/** What availability needs of a network's gateway. */
interface Probed {
  /** Rejects when the network does not answer. */
  probe(): Promise<unknown>;
}

interface AvailabilityOptions {
  catalogue: Catalogue;
  gateways: ReadonlyMap<string, Probed>;
  log: Logger;
  /** The first that has a reason names it. */
  closures?: readonly Closures[];
  /** Receiving is what costs the network's fee; whoever sends pays his own. */
  hasHighFees?: (instrumentSlug: string) => boolean;
  intervalMs?: number;
  timeoutMs?: number;
}

const INTERVAL_MS = 5_000;
const TIMEOUT_MS = 4_000;
/** One lost answer is no outage. */
const FAILURES_BEFORE_PAUSE = 2;

const OPEN: SideState = { active: true };
const DEAR: SideState = { active: false, reason: 'NETWORK_CONGESTED', hasOnlyHighFees: true };

export function createAvailability(options: AvailabilityOptions): Availability {
  const { catalogue, gateways, log, closures = [], hasHighFees = () => false } = options;
  const { intervalMs = INTERVAL_MS, timeoutMs = TIMEOUT_MS } = options;
  const failures = new Map<string, number>();
  const listeners = new Set<() => void>();
  let states = new Map<string, AvailabilityState>();

  const isDown = (networkSlug: string): boolean => (failures.get(networkSlug) ?? 0) >= FAILURES_BEFORE_PAUSE;

  const reasonFor = (slug: string, side: Side): InactiveReason | null => {
    const instrument = catalogue.instruments.get(slug);
    // Fiat has no gateway of its own before a card provider is configured (D27).
    if (!instrument || instrument.type === 'fiat' || !gateways.has(instrument.network)) return 'NOT_CONFIGURED';
    for (const closure of closures) {
      const reason = closure.reasonFor(slug, instrument.network, side);
      if (reason !== null) return reason;
    }
    return isDown(instrument.network) ? 'NETWORK_UNAVAILABLE' : null;
  };
  const judge = (slug: string): AvailabilityState => {
    const receive = reasonFor(slug, 'receive');
    return stateFor(sideState(reasonFor(slug, 'send')), receive === null && hasHighFees(slug) ? DEAR : sideState(receive));
  };

  const review = (): void => {
    const next = new Map([...catalogue.instruments.keys()].map((slug) => [slug, judge(slug)]));
    const changed = [...next].some(([slug, state]) => states.get(slug) !== state);
    states = next;
    if (changed) for (const listener of listeners) listener();
  };

  const probeOne = async (networkSlug: string, gateway: Probed): Promise<void> => {
    const wasDown = isDown(networkSlug);
    try {
      await withTimeout(gateway.probe(), timeoutMs);
      failures.set(networkSlug, 0);
      if (wasDown) log.info({ network: networkSlug }, 'network answers again');
    } catch (error) {
      failures.set(networkSlug, (failures.get(networkSlug) ?? 0) + 1);
      if (!wasDown && isDown(networkSlug)) log.error({ err: error, network: networkSlug }, 'network paused');
    }
  };

  const probe = async (): Promise<void> => {
    await Promise.all([...gateways].map(([slug, gateway]) => probeOne(slug, gateway)));
    review();
  };

  review();
  return {
    stateOf: (slug) => states.get(slug) ?? UNKNOWN,
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    probe,
    start: async () => {
      await probe();
      let running: Promise<void> | null = null;
      const timer = setInterval(() => {
        running ??= probe().finally(() => (running = null));
      }, intervalMs);
      return () => clearInterval(timer);
    },
  };
}

/**
 * Throws ERR_PAIR_NOT_ACTIVE with `details.reason`, `details.side` and `details.instrumentSlug` when the side is closed; to who
 * agrees to any network fee it is not closed by that.
 */
export function requireSide(
  availability: Pick<Availability, 'stateOf'>,
  { slug, currencyTitle }: NamedInstrument,
  side: Side,
  atAnyFee = false,
): void {
  const state = availability.stateOf(slug)[side];
  if (state.active || (atAnyFee && state.hasOnlyHighFees)) return;
  throw new ApiError('ERR_PAIR_NOT_ACTIVE', `${currencyTitle} can't be ${SIDE_WORDS[side]} at the moment.`, {
    instrumentSlug: slug,
    slug,
    side,
    reason: state.reason,
  });
}

type NamedInstrument = Pick<CatalogueInstrument, 'slug' | 'currencyTitle'>;
const SIDE_WORDS = { send: 'sent', receive: 'received' } as const satisfies Record<Side, string>;

const sides = new Map<InactiveReason, SideState>();
const states = new Map<SideState, Map<SideState, AvailabilityState>>();

/** The same object for the same sides, so that whoever keeps one sees at once that nothing changed. */
function stateFor(send: SideState, receive: SideState): AvailabilityState {
  const known = states.get(send) ?? new Map<SideState, AvailabilityState>();
  const state = known.get(receive) ?? { active: send.active || receive.active, send, receive };
  states.set(send, known.set(receive, state));
  return state;
}

function sideState(reason: InactiveReason | null): SideState {
  if (reason === null) return OPEN;
  const state = sides.get(reason) ?? { active: false, reason };
  sides.set(reason, state);
  return state;
}

const UNKNOWN = stateFor(sideState('NOT_CONFIGURED'), sideState('NOT_CONFIGURED'));
