import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx';
import type { ConsoleCall, ConsoleInput, ConsoleOutput } from '../../contract/console/routes.ts';
import { ApiError, type ErrorCode } from '../../contract/errors.ts';
import type { Clock, Platform } from '../../contract/platform.ts';
import { everyVisible } from '../../renderer/stores/base/everyVisible.ts';
import type { CallConsole } from './consoleCalls.ts';
import type { WatchStore } from './WatchStore.ts';

/** Calls that only read */
export type ReadCall = Exclude<
  ConsoleCall,
  'session' | 'pulse' | 'exportReport' | 'exportAudit' | 'openIdentity' | 'plan' | 'act' | 'decide'
>;

interface Dependencies<Name extends ReadCall> {
  call: CallConsole;
  clock: Clock;
  platform: Pick<Platform, 'visibility'>;
  watch: Pick<WatchStore, 'pulse'>;
  name: Name;
  input: ConsoleInput<Name>;
  /** The list of the pulse whose revision says that the answer has changed. */
  list?: string | undefined;
  /** Read again after so many ms, whatever the pulse says. */
  everyMs: number;
}

/** One panel's data: read when it opens, when the pulse says that they changed, and from time to time. */
export class PanelStore<Name extends ReadCall> {
  data: ConsoleOutput<Name> | null = null;
  /** When the data arrived, in ms since 1970. */
  readAt: number | null = null;
  /** Why the last call failed; null: it did not. */
  failure: ErrorCode | null = null;
  isReading = false;
  #isOutdated = false;
  readonly #dependencies: Dependencies<Name>;

  constructor(dependencies: Dependencies<Name>) {
    this.#dependencies = dependencies;
    makeAutoObservable(this, { data: observableRef }, { autoBind: true });
  }

  /** Older than this, in ms, the data are shown as stale. */
  get staleMs(): number {
    return 2 * this.#dependencies.everyMs;
  }

  /** Returns the function that stops the panel. */
  start(): () => void {
    const { platform, watch, list, everyMs } = this.#dependencies;
    void this.read();
    const stops = [
      everyVisible(platform, everyMs, () => void this.read()),
      ...(list === undefined
        ? []
        : [
            reaction(
              () => watch.pulse?.revisions[list],
              (_revision, before) => before !== undefined && void this.read(),
            ),
          ]),
    ];
    return () => stops.forEach((stop) => stop());
  }

  /** Reads the data; once more if that was asked for meanwhile. Never rejects. */
  async read(): Promise<void> {
    this.#isOutdated = true;
    if (this.isReading) return;
    this.isReading = true;
    const { call, name, input, clock } = this.#dependencies;
    while (this.#isOutdated) {
      this.#isOutdated = false;
      try {
        const data = await call(name, input);
        runInAction(() => {
          this.data = data;
          this.readAt = clock.now();
          this.failure = null;
        });
      } catch (error) {
        const code = error instanceof ApiError ? error.code : 'ERR_SERVICE_UNAVAILABLE';
        runInAction(() => (this.failure = code));
      }
    }
    runInAction(() => (this.isReading = false));
  }
}
