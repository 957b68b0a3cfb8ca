import type { Logger } from '../log.ts';
import type { ChainGateway } from '../ports/chain/chainGateway.ts';
import type { Catalogue } from './catalogue.ts';
import type { InactiveReason } from './presentInstrument.ts';

export type AvailabilityState = { readonly active: true } | { readonly active: false; readonly reason: InactiveReason };

/** What an operator has taken out of service by hand. */
export interface OperatorPauses {
  isPaused(instrumentSlug: string, networkSlug: string): boolean;
}

/** Which instruments can be exchanged now, and why the others cannot (D26, D12, D27). */
export interface Availability {
  /** Unknown slugs are NOT_CONFIGURED. The same object is given while nothing changes. */
  stateOf(slug: string): AvailabilityState;
  onChange(listener: () => void): () => void;
  /** Asks every network once. */
  probe(): Promise<void>;
  /** Probes every few seconds; resolves when each network has been asked once. Gives the stop. */
  start(): Promise<() => void>;
}

type Probed = Pick<ChainGateway, 'probe'>;

interface AvailabilityOptions {
  catalogue: Catalogue;
  gateways: ReadonlyMap<string, Probed>;
  log: Logger;
  pauses?: OperatorPauses;
  intervalMs?: number;
  timeoutMs?: number;
}

const INTERVAL_MS = 5_000;
const TIMEOUT_MS = 4_000;
/** One lost answer is no outage. */
const FAILURES_BEFORE_PAUSE = 2;

const ACTIVE: AvailabilityState = { active: true };
const INACTIVE = {
  MAINTENANCE: { active: false, reason: 'MAINTENANCE' },
  NETWORK_UNAVAILABLE: { active: false, reason: 'NETWORK_UNAVAILABLE' },
  NOT_CONFIGURED: { active: false, reason: 'NOT_CONFIGURED' },
} as const satisfies Record<string, AvailabilityState>;

export function createAvailability(options: AvailabilityOptions): Availability {
  const { catalogue, gateways, log, pauses, intervalMs = INTERVAL_MS, timeoutMs = TIMEOUT_MS } = options;
  const failures = new Map<string, number>();
  const listeners = new Set<() => void>();
  let states = new Map<string, AvailabilityState>();

  const isDown = (networkSlug: string): boolean => (failures.get(networkSlug) ?? 0) >= FAILURES_BEFORE_PAUSE;

  const judge = (slug: string): AvailabilityState => {
    const instrument = catalogue.instruments.get(slug);
    // Fiat has no gateway of its own before a card provider is configured (D27).
    if (!instrument || instrument.type === 'fiat' || !gateways.has(instrument.network)) return INACTIVE.NOT_CONFIGURED;
    if (pauses?.isPaused(slug, instrument.network)) return INACTIVE.MAINTENANCE;
    return isDown(instrument.network) ? INACTIVE.NETWORK_UNAVAILABLE : ACTIVE;
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
    stateOf: (slug) => states.get(slug) ?? INACTIVE.NOT_CONFIGURED,
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

async function withTimeout<Value>(work: Promise<Value>, milliseconds: number): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds} ms`)), milliseconds);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
