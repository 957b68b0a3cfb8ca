import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { ConsoleOutput } from '../../contract/console/routes.ts';
import type { OperatorScope } from '../../contract/accounts/operatorScopes.ts';
import { ApiError } from '../../contract/errors.ts';
import type { Clock, Platform } from '../../contract/platform.ts';
import { pollWhileVisible } from '../../renderer/stores/base/pollWhileVisible.ts';
import type { InstrumentStore } from '../../renderer/stores/InstrumentStore.ts';
import type { CallConsole } from './consoleCalls.ts';

/** How often the console asks for the pulse, in ms: in view, and hidden. */
const PULSE_MS = 2_000;
const HIDDEN_PULSE_MS = 30_000;
/** Without an answer for so long, what is shown is old, in ms. */
const AWAY_MS = 8_000;

interface Dependencies {
  call: CallConsole;
  platform: Pick<Platform, 'visibility' | 'onConnectivityChange'>;
  clock: Clock;
  instruments: Pick<InstrumentStore, 'loadAll'>;
}

/** Who is at the console, and the pulse: what the host knows now, asked for every two seconds. */
export class WatchStore {
  session: ConsoleOutput<'session'> | null = null;
  pulse: ConsoleOutput<'pulse'> | null = null;
  /** When the last pulse arrived, in ms since 1970; null: none has. */
  pulseAt: number | null = null;
  /** The last call for the pulse failed. */
  hasFailed = false;
  /** The proof of the second factor is too old, and the operator has not given a new one. */
  isLocked = false;
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    makeAutoObservable(this, { session: observableRef, pulse: observableRef }, { autoBind: true });
  }

  /** Whether the host has not answered for so long that the data are old. `now` in ms since 1970. */
  isAway(now: number): boolean {
    return this.hasFailed && (this.pulseAt === null || now - this.pulseAt > AWAY_MS);
  }

  may(scope: OperatorScope): boolean {
    return this.session?.scopes.includes(scope) ?? false;
  }

  /** Starts to follow the host. Returns the function that stops it. */
  start(): () => void {
    const { platform, instruments } = this.#dependencies;
    void this.loadSession();
    // For names and logos of coins. The slugs are shown without them.
    instruments.loadAll().catch(() => undefined);
    return pollWhileVisible({
      platform,
      intervalMs: () => PULSE_MS,
      hiddenIntervalMs: () => HIDDEN_PULSE_MS,
      // Each call would ask for the proof again.
      isCovered: () => this.isLocked,
      poll: this.refresh,
    });
  }

  /** Asks for the pulse now. Never rejects. */
  async refresh(): Promise<void> {
    const { call, clock } = this.#dependencies;
    try {
      const pulse = await call('pulse', {});
      runInAction(() => {
        this.pulse = pulse;
        this.pulseAt = clock.now();
        this.hasFailed = false;
        this.isLocked = false;
      });
    } catch (error) {
      runInAction(() => {
        this.hasFailed = true;
        this.isLocked = error instanceof ApiError && error.code === 'ERR_SECOND_FACTOR_REQUIRED';
      });
    }
  }

  private async loadSession(): Promise<void> {
    try {
      const session = await this.#dependencies.call('session', {});
      runInAction(() => (this.session = session));
    } catch {
      // The pulse shows that the host does not answer. Without the session no act is offered.
    }
  }
}
