import { withTimeout } from '../../contract/withTimeout.ts';
import { ApiError } from '../../contract/errors.ts';
import type { InactiveReason } from '../../contract/schemas/instruments.ts';
import type { Logger } from '../common/log.ts';
import type { Catalogue, CatalogueInstrument } from './catalogue.ts';

/** Whether the customer sends or receives an instrument. */
export type Side = 'send' | 'receive';

export type SideState =
  | { readonly active: true }
  | {
      readonly active: false;
      readonly reason: InactiveReason;
      /** Closed only because of the network fee: open to customers who accept the fee */
      readonly hasOnlyHighFees?: true;
    };

export interface AvailabilityState {
  /** At least one side is */
  readonly active: boolean;
  readonly send: SideState;
  readonly receive: SideState;
}

/** A source of closed sides: operator switches or missing reserves. */
export interface Closures {
  /** Returns why the side is closed; null if this source does not close it. */
  reasonFor(instrumentSlug: string, networkSlug: string, side: Side): InactiveReason | null;
  /** Calls the listener after a change that must apply at once. Other changes apply with the next round of probes. */
  onChange?(listener: () => void): void;
}

/** Decides which instruments can be sent and received now (D26, D12, D27). Open orders are not affected. */
export interface Availability {
  /** Unknown slugs are NOT_CONFIGURED. Returns the same object until the state changes. */
  stateOf(slug: string): AvailabilityState;
  onChange(listener: () => void): () => void;
  /** Returns when each connected network last gave a usable answer, in ms since 1970; before the first, the start of the host. */
  answeredAt(): ReadonlyMap<string, number>;
  /** Returns the newest block of a network and when it was read, in ms since 1970; null before the first answer. */
  headOf(networkSlug: string): NetworkHead | null;
  /** Returns why the last probe of a network failed; null if it did not. */
  failureOf(networkSlug: string): string | null;
  /** Probes every network once. */
  probe(): Promise<void>;
  /** Probes periodically. Resolves to the stop function after the first round. */
  start(): Promise<() => void>;
}

/** The part of a gateway that availability uses. */
interface Probed {
  /** Rejects when the network does not answer. */
  probe(): Promise<{ height: number }>;
}

export interface NetworkHead {
  height: number;
  readAt: number;
  /** Whether the last probes failed, so that its instruments are paused */
  isDown: boolean;
}

interface AvailabilityOptions {
  catalogue: Catalogue;
  gateways: ReadonlyMap<string, Probed>;
  log: Logger;
  /** The first source with a reason wins. */
  closures?: readonly Closures[];
  /** High fees affect only receiving: the customer pays the fee of a deposit. */
  hasHighFees?: (instrumentSlug: string) => boolean;
  intervalMs?: number;
  timeoutMs?: number;
  now?: () => number;
}

const INTERVAL_MS = 5_000;
const TIMEOUT_MS = 4_000;
/** Failed probes in a row that count as an outage. */
const FAILURES_BEFORE_PAUSE = 2;

const OPEN: SideState = { active: true };
const HIGH_FEES: SideState = { active: false, reason: 'NETWORK_CONGESTED', hasOnlyHighFees: true };

export function createAvailability(options: AvailabilityOptions): Availability {
  const { catalogue, gateways, log, closures = [], hasHighFees = () => false } = options;
  const { intervalMs = INTERVAL_MS, timeoutMs = TIMEOUT_MS, now = Date.now } = options;
  const failures = new Map<string, number>();
  const reasons = new Map<string, string>();
  const answers = new Map([...gateways.keys()].map((slug) => [slug, now()]));
  const heights = new Map<string, number>();
  const listeners = new Set<() => void>();
  let states = new Map<string, AvailabilityState>();

  const isDown = (networkSlug: string): boolean => (failures.get(networkSlug) ?? 0) >= FAILURES_BEFORE_PAUSE;

  const reasonFor = (slug: string, side: Side): InactiveReason | null => {
    const instrument = catalogue.instruments.get(slug);
    // Fiat has no gateway (D27).
    if (!instrument || instrument.type === 'fiat' || !gateways.has(instrument.network)) return 'NOT_CONFIGURED';
    for (const closure of closures) {
      const reason = closure.reasonFor(slug, instrument.network, side);
      if (reason !== null) return reason;
    }
    return isDown(instrument.network) ? 'NETWORK_UNAVAILABLE' : null;
  };
  const judge = (slug: string): AvailabilityState => {
    const receive = reasonFor(slug, 'receive');
    return stateFor(sideState(reasonFor(slug, 'send')), receive === null && hasHighFees(slug) ? HIGH_FEES : sideState(receive));
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
      const { height } = await withTimeout(gateway.probe(), timeoutMs);
      heights.set(networkSlug, height);
      failures.set(networkSlug, 0);
      reasons.delete(networkSlug);
      answers.set(networkSlug, now());
      if (wasDown) log.info({ network: networkSlug }, 'the network can be used again; its instruments are open');
    } catch (error) {
      failures.set(networkSlug, (failures.get(networkSlug) ?? 0) + 1);
      reasons.set(networkSlug, error instanceof Error ? error.message : 'unknown failure');
      if (!wasDown && isDown(networkSlug))
        log.error({ err: error, network: networkSlug }, 'the network can not be used; its instruments are paused');
    }
  };

  const probe = async (): Promise<void> => {
    await Promise.all([...gateways].map(([slug, gateway]) => probeOne(slug, gateway)));
    review();
  };

  review();
  for (const closure of closures) closure.onChange?.(review);
  return {
    stateOf: (slug) => states.get(slug) ?? UNKNOWN,
    headOf: (networkSlug) => {
      const [height, readAt] = [heights.get(networkSlug), answers.get(networkSlug)];
      return height === undefined || readAt === undefined ? null : { height, readAt, isDown: isDown(networkSlug) };
    },
    failureOf: (networkSlug) => reasons.get(networkSlug) ?? null,
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    answeredAt: () => answers,
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
 * Throws ERR_PAIR_NOT_ACTIVE with `details.reason`, `details.side` and `details.instrumentSlug` if the side is closed. With
 * `atAnyFee`, high network fees don't count.
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

/** Returns the same object for equal sides, so that callers can compare by identity. */
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
