import { makeAutoObservable, runInAction } from 'mobx';
import type { Clock, Platform } from '../../contract/platform.ts';
import type { VisitFacts } from './visitRecord.ts';

/** The visit tracking record (§3). Stored on the device and sent with an order as its `utmData`. */
export class VisitStore {
  record: Record<string, string> = {};
  readonly #platform: Platform;
  readonly #clock: Clock;

  constructor({ platform, clock }: { platform: Platform; clock: Clock }) {
    this.#platform = platform;
    this.#clock = clock;
    makeAutoObservable(this, {}, { autoBind: true });
  }

  /** Records the visit. What does it is loaded after the page. Never rejects. */
  async begin(facts: VisitFacts): Promise<void> {
    const { recordVisit } = await import('./visitRecord.ts').catch(() => ({ recordVisit: () => ({}) }));
    runInAction(() => (this.record = recordVisit(facts, this.#platform, this.#clock)));
  }

  /** Returns the record to send with an order: empty if there is none. `user_type`: guest or registered (§6). */
  utmData(isSignedIn: boolean): Record<string, string> {
    if (Object.keys(this.record).length === 0) return {};
    return { ...this.record, user_type: isSignedIn ? 'registered' : 'guest' };
  }
}
