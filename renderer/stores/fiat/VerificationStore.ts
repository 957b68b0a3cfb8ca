import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { FiatTerms } from '../../../contract/api/fiat.ts';
import { ApiError } from '../../../contract/errors.ts';
import { KYC_POLL_MS, KYC_POLLS } from '../../../contract/limits.ts';
import type { Platform } from '../../../contract/platform.ts';
import type { LocaleCode } from '../../../contract/paths/locales.ts';
import type { NotificationStore } from '../NotificationStore.ts';

/** What a purchase needs, among the provider's features. */
const FEATURE = 'crypto';
/** Entry of the session storage: the customer left for the provider's page, with this status. */
const AWAY = 'card-verification';

export type VerificationState =
  | 'idle'
  /** Registers and signs in at the provider */
  | 'joining'
  /** Waits until the account's e-mail is confirmed */
  | 'email'
  /** It was confirmed after a wait. */
  | 'emailConfirmed'
  /** Waits for the provider's answer, or its review of the documents */
  | 'checking'
  | 'reviewing'
  /** The provider's page has to be opened. */
  | 'needed'
  | 'passed'
  /** The provider rejected the customer for good: a repeat changes nothing. */
  | 'rejected'
  /** The provider did not accept this attempt, or does not answer. A repeat is possible. */
  | 'failed';

interface Dependencies {
  platform: Platform;
  terms: () => FiatTerms | null;
  /** The e-mail of the signed-in customer; null: a guest */
  email: () => string | null;
  locale: () => LocaleCode;
  /** The path, without its language, of the page to which the provider's page returns. */
  returnPath: () => string;
  /** Whether a URL leads to a page of the provider. No other one is opened. */
  isProvidersPage: (url: string) => boolean;
  notify: NotificationStore['show'];
  /** Called before the provider's page opens. */
  onLeave: () => void;
}

/**
 * The verification of a customer by the provider of card purchases (§4 fiat flow): sign-up, sign-in, the confirmed e-mail, then the
 * status. The provider's verdict counts, and its page asks for the documents.
 */
export class VerificationStore {
  state: VerificationState = 'idle';
  /** The provider's page that asks for documents, while `state` is `needed`. */
  page: string | null = null;
  #current = new AbortController();
  #hasWaited = false;
  /** The e-mail that has signed up and in at the provider. A second sign-up would be refused. */
  #joined = '';
  /** The status for which the provider's page has to be opened */
  #statusBefore = '';
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    makeAutoObservable(this, { page: observableRef }, { autoBind: true });
  }

  get isWaiting(): boolean {
    return ['joining', 'email', 'checking', 'reviewing'].includes(this.state);
  }

  /**
   * Waits until the account's e-mail is confirmed. Returns true if that took no time. After a wait `state` tells, and the customer
   * decides again, because the rate has changed. A newer call, or {@link stop}, ends an older one.
   */
  async confirmEmail(): Promise<boolean> {
    return await this.attempt(async (signal) => {
      await this.waitForEmail(signal);
      this.show(this.#hasWaited ? 'emailConfirmed' : 'idle');
      return true;
    });
  }

  /** Verifies the customer as far as this page can. Returns as {@link confirmEmail}. */
  async run(): Promise<boolean> {
    return await this.attempt(async (signal) => {
      await this.waitForEmail(signal);
      await this.join(signal);
      return await this.check(signal);
    });
  }

  /** Continues after a return from the provider's page, which proves nothing: the status is asked for. */
  async resume(): Promise<void> {
    const { sessionStorage } = this.#dependencies.platform;
    const before = sessionStorage.get(AWAY);
    if (before === null || this.isWaiting) return;
    sessionStorage.remove(AWAY);
    await this.attempt((signal) => this.check(signal, before));
  }

  /** Records that the customer opens the provider's page. A page that stays open meanwhile waits for its verdict. */
  leave(): void {
    const before = this.#statusBefore;
    this.#dependencies.onLeave();
    this.#dependencies.platform.sessionStorage.set(AWAY, before);
    void this.attempt((signal) => this.check(signal, before));
  }

  /** Sends the e-mail with the link that confirms the address once more. Never rejects. */
  async sendEmailAgain(): Promise<void> {
    const { platform, notify } = this.#dependencies;
    try {
      await platform.transport.call('users.requestEmailConfirmation', {});
      notify({ kind: 'success', message: 'fiat.email.sent' });
    } catch {
      notify({ kind: 'error', message: 'fiat.email.notSent' });
    }
  }

  /** Ends the wait, or the question whether to open the provider's page. */
  stop(): void {
    this.#current.abort();
    this.page = null;
    if (this.isWaiting || this.state === 'needed') this.state = 'idle';
  }

  /** Forgets the verdict: another customer has signed in. */
  reset(): void {
    this.stop();
    this.state = 'idle';
  }

  private async attempt(work: (signal: AbortSignal) => Promise<boolean>): Promise<boolean> {
    this.#current.abort();
    const controller = new AbortController();
    this.#current = controller;
    this.page = null;
    this.#hasWaited = false;
    try {
      return (await work(controller.signal)) && !this.#hasWaited;
    } catch {
      if (!controller.signal.aborted) this.show('failed');
      return false;
    }
  }

  private async waitForEmail(signal: AbortSignal): Promise<void> {
    const { transport } = this.#dependencies.platform;
    await this.poll(signal, async () => {
      const { emailStatus } = await transport.call('fiat.contacts', {}, { signal });
      if (emailStatus === 'confirmed') return true;
      this.show('email');
      return null;
    });
  }

  private async join(signal: AbortSignal): Promise<void> {
    const { platform, terms, email } = this.#dependencies;
    const address = email() ?? '';
    if (this.#joined === address) return;
    const termsVersion = terms()?.termsVersion;
    this.show('joining');
    try {
      const input = { accept: true, email: address, ...(termsVersion !== undefined && { termsVersion }) };
      await platform.transport.call('fiat.signUp', input, { signal });
    } catch (error) {
      if (!isRegistered(error)) throw error;
    }
    await platform.transport.call('fiat.signIn', { email: address }, { signal });
    this.#joined = address;
  }

  /** `before`: the status with which the customer went to the provider's page. Until it changes, there is no verdict. */
  private async check(signal: AbortSignal, before?: string): Promise<boolean> {
    const { transport } = this.#dependencies.platform;
    this.show(before === undefined ? 'checking' : 'reviewing');
    return await this.poll(signal, async () => {
      const { features } = await transport.call('fiat.kycStatus', {}, { signal });
      const status = features.find(({ feature }) => feature === FEATURE)?.status ?? 'incomplete';
      if (status === 'complete') return this.end('passed');
      if (status === 'failed') return this.end('rejected');
      if (status === 'under_review' || status === before) return this.wait('reviewing');
      if (before !== undefined) return this.end('failed');
      this.#statusBefore = status;
      return await this.need(signal);
    });
  }

  private async need(signal: AbortSignal): Promise<boolean> {
    const { platform, locale, returnPath, isProvidersPage } = this.#dependencies;
    const input = { feature: FEATURE, locale: locale(), returnPath: returnPath() } as const;
    const { redirectUrl } = await platform.transport.call('fiat.kycAccessToken', input, { signal });
    if (redirectUrl === undefined || !isProvidersPage(redirectUrl)) return this.end('failed');
    runInAction(() => {
      this.page = redirectUrl;
      this.state = 'needed';
    });
    return false;
  }

  private show(state: VerificationState): void {
    this.state = state;
  }

  private wait(state: VerificationState): null {
    this.show(state);
    return null;
  }

  private end(state: 'passed' | 'rejected' | 'failed'): boolean {
    this.show(state);
    return state === 'passed';
  }

  /** Asks every 5 s, up to 1,000 times (§9), until there is an answer. Rejects when there was none. */
  private async poll(signal: AbortSignal, ask: () => Promise<boolean | null>): Promise<boolean> {
    for (let asked = 0; asked < KYC_POLLS; asked += 1) {
      if (asked > 0) {
        this.#hasWaited = true;
        await pause(signal);
      }
      const answer = await ask().catch((error: unknown) => (isSilent(error) ? null : Promise.reject(error as Error)));
      signal.throwIfAborted();
      if (answer !== null) return answer;
    }
    throw new ApiError('ERR_SERVICE_UNAVAILABLE', 'The provider gave no verdict.');
  }
}

/** The next question finds out more. */
const isSilent = (error: unknown): boolean => error instanceof ApiError && error.code === 'ERR_SERVICE_UNAVAILABLE';

/** §8: "Email already registered" continues with the sign-in. */
const isRegistered = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'ERR_USER_ALREADY_REGISTERED' || /already registered/i.test(error.message));

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, KYC_POLL_MS);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
