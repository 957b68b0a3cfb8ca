import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { SandboxMails } from '../../../contract/api/notifications.ts';
import type { Platform } from '../../../contract/platform.ts';
import { pollWhileVisible } from '../base/pollWhileVisible.ts';

const POLL_MS = 2_000;

/** The e-mails that the sandbox host did not send (D12), newest first; null before the first answer. */
export class MailboxStore {
  mails: SandboxMails['mails'] | null = null;
  readonly #platform: Platform;

  constructor({ platform }: { platform: Platform }) {
    this.#platform = platform;
    makeAutoObservable(this, { mails: observableRef }, { autoBind: true });
  }

  async load(): Promise<void> {
    try {
      const { mails } = await this.#platform.transport.call('sandbox.mails', {});
      runInAction(() => (this.mails = mails));
    } catch {
      // The page already shows that the sandbox does not answer. The last list remains.
    }
  }

  /** Polls the mailbox. Returns the function that stops it. */
  start(): () => void {
    return pollWhileVisible({ platform: this.#platform, intervalMs: () => POLL_MS, poll: this.load });
  }
}
