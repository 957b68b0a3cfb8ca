import { makeAutoObservable, runInAction } from 'mobx';
import type { Health, ServiceNotice } from '../../contract/api/service.ts';
import { HEALTH_CHECK } from '../../contract/limits.ts';
import type { Platform } from '../../contract/platform.ts';
import type { MessageId } from '../i18n/messages.ts';

/** Additive features of the host (D30). A host that announces none supports only the specification. */
export interface HostAnnouncement {
  features: string[];
  sandbox: boolean;
  brand: string;
  /** How many times faster than real networks the embedded ones run, at most; missing: 1 */
  embeddedChainSpeed?: number;
}

/** `unreachable`: the internet works but the service does not answer. `offline`: no internet (D50). */
export type ServiceState = 'unknown' | Health['status'] | 'unreachable' | 'offline';

export interface HealthSnapshot {
  state: ServiceState;
  notices: readonly ServiceNotice[];
  host: HostAnnouncement;
}

interface Dependencies {
  platform: Platform;
  /** The host's last announcement, for a first render before the host answers. */
  knownHost?: HostAnnouncement | null;
  snapshot: HealthSnapshot | null;
}

const MESSAGES = {
  unknown: null,
  OK: null,
  TECHNICAL_DIFFICULTIES: 'health.technicalDifficulties',
  UNHEALTHY: 'health.unhealthy',
  unreachable: 'health.unreachable',
  offline: 'health.offline',
} as const satisfies Record<ServiceState, MessageId | null>;

/** The continuous health check (§4, §9). It decides whether the exchange form is enabled. */
export class HealthStore {
  state: ServiceState;
  /** What the operators tell customers */
  notices: readonly ServiceNotice[];
  host: HostAnnouncement;
  /** A check requested by the customer is in progress. */
  isChecking = false;
  #failures = 0;
  #delayMs: number = HEALTH_CHECK.firstDelayMs;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #checking: Promise<void> | null = null;
  readonly #platform: Platform;

  constructor({ platform, knownHost = null, snapshot }: Dependencies) {
    this.#platform = platform;
    this.state = snapshot?.state ?? 'unknown';
    this.notices = snapshot?.notices ?? [];
    this.host = snapshot?.host ?? knownHost ?? { features: [], sandbox: false, brand: '' };
    makeAutoObservable(this, {}, { autoBind: true });
  }

  /** True also before the first answer, because order creation checks everything again. */
  get isFormEnabled(): boolean {
    return this.state === 'OK' || this.state === 'unknown';
  }

  /** False while the host does not answer, or there is no internet. */
  get isConnected(): boolean {
    return this.state !== 'offline' && this.state !== 'unreachable';
  }

  /** The message for the customer; null while the service works. */
  get message(): MessageId | null {
    return MESSAGES[this.state];
  }

  /** True on a host that exchanges sandbox coins, or real coins on embedded networks (D12). */
  get isWithoutRealMoney(): boolean {
    return this.host.sandbox || this.hasFeature('embedded-networks');
  }

  hasFeature(feature: string): boolean {
    return this.host.features.includes(feature);
  }

  /** The state for the browser's first render, as the server saw it. */
  snapshot(): HealthSnapshot {
    return { state: this.state, notices: this.notices, host: this.host };
  }

  /** Runs a check, or joins the one in progress. `signal` aborts before the 20 s of §9. Never rejects. */
  check(signal?: AbortSignal): Promise<void> {
    this.#checking ??= this.ask(signal).finally(() => (this.#checking = null));
    return this.#checking;
  }

  /** "Try again": checks now and schedules the next check soon. */
  async checkNow(): Promise<void> {
    this.isChecking = true;
    await this.check();
    this.#delayMs = HEALTH_CHECK.firstDelayMs;
    runInAction(() => (this.isChecking = false));
  }

  /** Checks repeatedly: soon after a change, then at growing intervals. Returns the function that stops it. */
  start(): () => void {
    const schedule = () => {
      this.#timer = setTimeout(() => void round(), this.#delayMs);
      this.#delayMs = Math.min(this.#delayMs * HEALTH_CHECK.growth, HEALTH_CHECK.maxDelayMs);
    };
    const round = async () => {
      const before = this.state;
      await this.check();
      if (this.state !== before) this.#delayMs = HEALTH_CHECK.firstDelayMs;
      if (this.#timer) schedule();
    };
    const stopListening = this.#platform.onConnectivityChange((isOnline) => {
      if (isOnline) void this.checkNow();
      else this.loseConnection();
    });
    schedule();
    return () => {
      if (this.#timer) clearTimeout(this.#timer);
      this.#timer = null;
      stopListening();
    };
  }

  private async ask(signal?: AbortSignal): Promise<void> {
    try {
      const { status, host, notices = [] } = await this.#platform.transport.call('service.health', {}, signal ? { signal } : {});
      this.#failures = 0;
      runInAction(() => {
        this.state = status;
        this.notices = notices;
        if (host) this.host = host;
      });
    } catch {
      this.#failures += 1;
      await this.recordFailure();
    }
  }

  /** Sets the state after a failure (§4). The form stops on the first one; the internet check follows after more than three. */
  private async recordFailure(): Promise<void> {
    const isOnline = this.#failures <= HEALTH_CHECK.failureThreshold || (await this.#platform.isOnline());
    runInAction(() => {
      // An offline event of the platform holds until an answer arrives or the internet check contradicts it.
      if (isOnline && this.state === 'offline' && this.#failures <= HEALTH_CHECK.failureThreshold) return;
      this.state = isOnline ? 'unreachable' : 'offline';
    });
  }

  private loseConnection(): void {
    this.state = 'offline';
  }
}
