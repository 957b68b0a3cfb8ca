import { makeAutoObservable, runInAction } from 'mobx';
import type { Health } from '../../contract/api/service.ts';
import { HEALTH_CHECK } from '../../contract/limits.ts';
import type { Platform } from '../../contract/platform.ts';
import type { MessageId } from '../i18n/messages.ts';

/** What the host can do beyond the specification (D30); a host that announces nothing knows only the specification. */
export interface HostAnnouncement {
  features: string[];
  sandbox: boolean;
  brand: string;
}

/** `unreachable`: the internet is there and our service does not answer; `offline`: there is no internet (D50). */
export type ServiceState = 'unknown' | Health['status'] | 'unreachable' | 'offline';

export interface HealthSnapshot {
  state: ServiceState;
  host: HostAnnouncement;
}

const MESSAGES = {
  unknown: null,
  OK: null,
  TECHNICAL_DIFFICULTIES: 'health.technicalDifficulties',
  UNHEALTHY: 'health.unhealthy',
  unreachable: 'health.unreachable',
  offline: 'health.offline',
} as const satisfies Record<ServiceState, MessageId | null>;

/** The specification's continuous health check (§4, §9): it alone decides whether the exchange form works. */
export class HealthStore {
  state: ServiceState;
  host: HostAnnouncement;
  /** A customer asked for a check, which is under way. */
  isChecking = false;
  private failures = 0;
  private delayMs: number = HEALTH_CHECK.firstDelayMs;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private checking: Promise<void> | null = null;
  private readonly platform: Platform;

  constructor({ platform, snapshot }: { platform: Platform; snapshot: HealthSnapshot | null }) {
    this.platform = platform;
    this.state = snapshot?.state ?? 'unknown';
    this.host = snapshot?.host ?? { features: [], sandbox: false, brand: '' };
    makeAutoObservable<this, 'platform' | 'failures' | 'delayMs' | 'timer' | 'checking'>(
      this,
      { platform: false, failures: false, delayMs: false, timer: false, checking: false },
      { autoBind: true },
    );
  }

  /** Nothing known yet is no reason to stop a customer: the create call checks everything again. */
  get isFormEnabled(): boolean {
    return this.state === 'OK' || this.state === 'unknown';
  }

  /** What to tell the customer; null while all is well. */
  get message(): MessageId | null {
    return MESSAGES[this.state];
  }

  hasFeature(feature: string): boolean {
    return this.host.features.includes(feature);
  }

  /** For the browser's first render: what the server saw, a silent host included. */
  snapshot(): HealthSnapshot {
    return { state: this.state, host: this.host };
  }

  /** One check, or the one that is under way. `signal` gives up earlier than the 20 s of §9. Never rejects. */
  check(signal?: AbortSignal): Promise<void> {
    this.checking ??= this.ask(signal).finally(() => (this.checking = null));
    return this.checking;
  }

  /** The customer's own "try again": checks at once, and soon again. */
  async checkNow(): Promise<void> {
    this.isChecking = true;
    await this.check();
    this.delayMs = HEALTH_CHECK.firstDelayMs;
    runInAction(() => (this.isChecking = false));
  }

  /** Goes on checking: quickly at first and after every change, more slowly while all stays as it is. Returns the stop. */
  start(): () => void {
    const schedule = () => {
      this.timer = setTimeout(() => void round(), this.delayMs);
      this.delayMs = Math.min(this.delayMs * HEALTH_CHECK.growth, HEALTH_CHECK.maxDelayMs);
    };
    const round = async () => {
      const before = this.state;
      await this.check();
      if (this.state !== before) this.delayMs = HEALTH_CHECK.firstDelayMs;
      if (this.timer) schedule();
    };
    const stopListening = this.platform.onConnectivityChange((isOnline) => {
      if (isOnline) void this.checkNow();
      else this.loseConnection();
    });
    schedule();
    return () => {
      if (this.timer) clearTimeout(this.timer);
      this.timer = null;
      stopListening();
    };
  }

  private async ask(signal?: AbortSignal): Promise<void> {
    try {
      const { status, host } = await this.platform.transport.call('service.health', {}, signal ? { signal } : {});
      this.failures = 0;
      runInAction(() => {
        this.state = status;
        if (host) this.host = host;
      });
    } catch {
      this.failures += 1;
      await this.judgeSilence();
    }
  }

  /** §4: a failure stops the form at once; what exactly is gone is looked for once there are more than three. */
  private async judgeSilence(): Promise<void> {
    const isOnline = this.failures <= HEALTH_CHECK.failureThreshold || (await this.platform.isOnline());
    runInAction(() => {
      // A platform that said "offline" is believed until something answers or the look for the internet says otherwise.
      if (isOnline && this.state === 'offline' && this.failures <= HEALTH_CHECK.failureThreshold) return;
      this.state = isOnline ? 'unreachable' : 'offline';
    });
  }

  private loseConnection(): void {
    this.state = 'offline';
  }
}
