import { ownValue } from '../../../contract/tables/ownValue.ts';
import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Closing } from '../../../contract/api/accountEnd.ts';
import { EMAIL_NOT_CONFIRMED } from '../../../contract/accounts/accountData.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { Platform } from '../../../contract/platform.ts';
import type { MessageId } from '../../i18n/messages.ts';
import type { FormRefusal } from '../base/formRefusal.ts';
import type { NotificationStore } from '../NotificationStore.ts';
import type { SessionStore } from '../SessionStore.ts';
import { isStepUpRequired } from '../StepUpStore.ts';
import { minutesToWait } from './signInProblem.ts';

interface Dependencies {
  platform: Platform;
  notifications: Pick<NotificationStore, 'show'>;
  session: Pick<SessionStore, 'end'>;
}

/** The export of the customer's data, and the end of the account. */
export class AccountEndStore {
  /** What closing the account means now; null: its dialog is closed. */
  closing: Closing | null = null;
  busyWith: 'export' | 'closing' | null = null;
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    makeAutoObservable(this, { closing: observableRef }, { autoBind: true });
  }

  /** Saves the customer's data as a file. */
  async saveExport(): Promise<void> {
    const { transport, saveFile } = this.#dependencies.platform;
    await this.run('export', async () => {
      const data = await transport.call('accountEnd.export', {});
      saveFile?.({
        name: `account-${data.userId}-${data.exportedAt.slice(0, 10)}.json`,
        text: `${JSON.stringify(data, null, 2)}\n`,
        mediaType: 'application/json',
      });
    });
  }

  /** Opens the dialog that closes the account. */
  async openDialog(): Promise<void> {
    await this.run('closing', async () => {
      const closing = await this.#dependencies.platform.transport.call('accountEnd.closing', {});
      runInAction(() => (this.closing = closing));
    });
  }

  closeDialog(): void {
    this.closing = null;
  }

  /** Closes the account; returns why it was refused. `forfeited` is the amount that the dialog shows, `password` may be empty. */
  async close(forfeited: string, password: string): Promise<FormRefusal | null> {
    const { platform, notifications, session } = this.#dependencies;
    try {
      await platform.transport.call('accountEnd.close', { ...(password !== '' && { password }), forfeited });
    } catch (error) {
      return this.explain(error);
    }
    this.closeDialog();
    session.end('customer');
    notifications.show({ kind: 'success', message: 'accountEnd.done' });
    return null;
  }

  private async run(what: 'export' | 'closing', work: () => Promise<void>): Promise<void> {
    this.busyWith = what;
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (isStepUpRequired(error)) return;
      const isUnconfirmed = error.details?.['reason'] === EMAIL_NOT_CONFIRMED;
      const isTooOften = error.code === 'ERR_TOO_MANY_REQUESTS';
      const message = isUnconfirmed ? 'accountEnd.emailFirst' : isTooOften ? 'accountEnd.later' : 'accountEnd.failed';
      this.#dependencies.notifications.show({
        kind: 'error',
        message,
        ...(isTooOften && { values: { minutes: minutesToWait(error) } }),
      });
    } finally {
      runInAction(() => (this.busyWith = null));
    }
  }

  /** The host refuses when the balance or the orders have changed, and says what closing means now. */
  private explain(error: unknown): FormRefusal {
    if (!(error instanceof ApiError)) throw error;
    const current = error.details?.['closing'] as Closing | undefined;
    if (current) runInAction(() => (this.closing = current));
    const message = current ? 'accountEnd.changed' : (ownValue(PROBLEMS, error.code) ?? 'accountEnd.failed');
    return { message, fields: ['password'], values: { minutes: minutesToWait(error) } };
  }
}

const PROBLEMS: Partial<Record<string, MessageId>> = {
  ERR_INVALID_CREDENTIALS: 'accountEnd.wrongPassword',
  ERR_TOO_MANY_REQUESTS: 'signIn.tooManyTries',
  ERR_SECOND_FACTOR_REQUIRED: 'accountEnd.confirmFirst',
};
