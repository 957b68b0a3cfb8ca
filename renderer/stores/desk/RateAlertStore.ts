import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { RateAlerts } from '../../../contract/platform.ts';
import type { NewRateAlert, RateAlert, WatchedPair } from '../../../contract/schemas/trading.ts';
import { storeGroup } from '../storeGroup.ts';

/** The alerts that are set. The shell watches their rates, also while no window is open. */
export class RateAlertStore {
  alerts: readonly RateAlert[] = [];
  readonly #source: RateAlerts;

  constructor({ source }: { source: RateAlerts }) {
    this.#source = source;
    makeAutoObservable(this, { alerts: observableRef }, { autoBind: true });
  }

  /** Loads the alerts and follows changes of the shell and other windows. Returns the function that stops it. */
  start(): () => void {
    void this.load().catch(() => undefined);
    return this.#source.onChange(this.show);
  }

  ofPair({ from, to }: WatchedPair): RateAlert[] {
    return this.alerts.filter((alert) => alert.from === from && alert.to === to);
  }

  /** Sets an alert. Rejects if the shell did not store it. */
  async add(alert: NewRateAlert): Promise<void> {
    await this.#source.add(alert);
    await this.load();
  }

  /** Rejects if the shell did not remove it. */
  async remove(id: string): Promise<void> {
    await this.#source.remove(id);
    await this.load();
  }

  private async load(): Promise<void> {
    const alerts = await this.#source.list();
    runInAction(() => this.show(alerts));
  }

  private show(alerts: RateAlert[]): void {
    this.alerts = alerts;
  }
}

/** The rate alerts; undefined where the platform has none. */
export const rateAlertsGroup = storeGroup(({ platform }) => ({
  rateAlerts: platform.rateAlerts && new RateAlertStore({ source: platform.rateAlerts }),
}));
