import { makeAutoObservable, runInAction } from 'mobx';
import { needsProof, type ProofCall } from '../../contract/accounts/proofCalls.ts';
import type { AccountData } from '../../contract/api/users.ts';
import { ApiError } from '../../contract/errors.ts';
import { ACCOUNT_DATA_FRESH_MS } from '../../contract/limits.ts';
import type { Clock, Platform } from '../../contract/platform.ts';
import type { NotificationStore } from './NotificationStore.ts';
import { readStored } from './storedJson.ts';

export interface SessionSnapshot {
  account: AccountData | null;
  isUnsettled: boolean;
}

/** The copy in local storage (§9). */
interface Copy {
  account: AccountData;
  /** In ms since 1970. */
  fetchedAt: number;
}

const STORAGE_KEY = 'account';

interface Dependencies {
  platform: Platform;
  clock: Clock;
  notifications: Pick<NotificationStore, 'show'>;
  snapshot: SessionSnapshot | null;
}

/** The session of the customer (§4, §9, D14, D64). */
export class SessionStore {
  account: AccountData | null;
  /** There is a session, but its account is unknown: the access token has expired, or the host does not answer. */
  isUnsettled: boolean;
  /** The customer has registered in this session (§4). */
  isInSessionRegistration = false;
  /** Who ended the session that this app had; null: nobody. */
  endedBy: 'customer' | 'host' | null = null;
  /** When the account data were fetched, in ms since 1970. */
  #fetchedAt: number;
  #fetching: Promise<void> | null = null;
  #failure: unknown = null;
  readonly #platform: Platform;
  readonly #clock: Clock;
  readonly #notifications: Pick<NotificationStore, 'show'>;

  constructor({ platform, clock, notifications, snapshot }: Dependencies) {
    this.#platform = platform;
    this.#clock = clock;
    this.#notifications = notifications;
    this.account = snapshot?.account ?? null;
    this.isUnsettled = snapshot?.isUnsettled ?? platform.session.exists;
    this.#fetchedAt = clock.now();
    makeAutoObservable(this, {}, { autoBind: true });
  }

  /** §4: authorised when the user id is a number and the e-mail is not empty. */
  get isSignedIn(): boolean {
    return typeof this.account?.userId === 'number' && this.account.email !== '';
  }

  /** Also true for a session whose account is not known yet. */
  get exists(): boolean {
    return this.isUnsettled || this.isSignedIn;
  }

  /** Whether the host would refuse the call until the customer has given a fresh proof, as far as this app knows (D60, D70). */
  lacksProof(call: ProofCall): boolean {
    if (!this.account || !needsProof(this.account, call)) return false;
    const { provenUntil } = this.account;
    return provenUntil === undefined || Date.parse(provenUntil) <= this.#clock.now();
  }

  snapshot(): SessionSnapshot {
    return { account: this.account, isUnsettled: this.isUnsettled };
  }

  /**
   * Waits until the account of an unsettled session is known. A server render never renews an expired token (D64), so there the
   * session can remain unsettled. Throws the ApiError of a host that does not answer.
   */
  async settle(): Promise<void> {
    if (!this.isUnsettled) return;
    await this.refetch();
    if (this.isUnsettled && !isExpired(this.#failure)) throw this.#failure;
  }

  /** Fetches the account data, or joins the request in progress. Ends the session on 401. Never rejects. */
  refetch(): Promise<void> {
    this.#fetching ??= this.fetch().finally(() => (this.#fetching = null));
    return this.#fetching;
  }

  /** §9: refetches in the background on a navigation, if the data are old or an account page opens. */
  refetchOnNavigation(isAccountPage: boolean): void {
    const isOld = this.#clock.now() - this.#fetchedAt > ACCOUNT_DATA_FRESH_MS;
    if (this.exists && (isAccountPage || isOld)) void this.refetch();
  }

  /** Starts the session of a customer who has just signed in or registered. Throws the ApiError of the host. */
  async begin({ isRegistration = false } = {}): Promise<void> {
    this.isInSessionRegistration = isRegistration;
    this.endedBy = null;
    this.isUnsettled = true;
    await this.settle();
  }

  /** Signs out on this device, in all of its windows. Says so if the host does not answer. Never rejects. */
  async signOut(): Promise<void> {
    try {
      await this.#platform.transport.call('users.logout', {});
    } catch (error) {
      // Only the host can delete the cookies. A session that it does not know has ended already.
      if (!isUnauthorised(error)) return this.#notifications.show({ kind: 'error', message: 'session.signOutFailed' });
    }
    this.end('customer');
  }

  /** Forgets the customer. `host`: a call returned 401. */
  end(by: 'customer' | 'host'): void {
    if (!this.exists) return;
    this.forget(by);
    this.#platform.storage.remove(STORAGE_KEY);
    if (by === 'host') this.#notifications.show({ kind: 'info', message: 'session.ended' });
  }

  /** Follows renewals by the shell, and other windows. Returns the function that stops it. */
  start(): () => void {
    const copy = this.readCopy();
    if (this.account) this.remember(this.account);
    // The browser shows an old copy of a guest's page, for example after "back": the customer has signed in since.
    else if (copy && copy.fetchedAt > this.#fetchedAt) this.adopt(copy.account);
    else if (!this.isUnsettled) this.#platform.storage.remove(STORAGE_KEY);
    const stops = [
      // "Token refresh and data reload" (§4).
      this.#platform.session.onRenewed(() => void this.refetch()),
      this.#platform.onStorageChange((key) => (key === STORAGE_KEY || key === null) && this.followCopy()),
    ];
    return () => stops.forEach((stop) => stop());
  }

  private async fetch(): Promise<void> {
    this.#failure = null;
    try {
      const account = await this.#platform.transport.call('users.accountData', {});
      runInAction(() => this.remember(account));
    } catch (error) {
      this.#failure = error;
      if (isUnauthorised(error)) runInAction(() => this.end('host'));
    }
  }

  /** Takes over what another window has written. */
  private followCopy(): void {
    const copy = this.readCopy();
    if (!copy) return this.forget('customer');
    if (copy.account.userId !== this.account?.userId) this.adopt(copy.account);
  }

  private adopt(account: AccountData): void {
    if (this.account) this.endedBy = 'customer';
    this.account = account;
    void this.refetch();
  }

  private forget(by: 'customer' | 'host'): void {
    if (this.exists) this.endedBy = by;
    this.account = null;
    this.isUnsettled = false;
    this.isInSessionRegistration = false;
  }

  private readCopy(): Copy | null {
    const copy = readStored(this.#platform.storage, STORAGE_KEY) as Partial<Copy> | null;
    return copy?.account && typeof copy.fetchedAt === 'number' ? { account: copy.account, fetchedAt: copy.fetchedAt } : null;
  }

  private remember(account: AccountData): void {
    this.account = account;
    this.isUnsettled = false;
    this.#fetchedAt = this.#clock.now();
    this.#platform.storage.set(STORAGE_KEY, JSON.stringify({ account, fetchedAt: this.#fetchedAt } satisfies Copy));
  }
}

/** ERR_INVALID_CREDENTIALS is also a 401: it concerns a password, not the session. */
const isUnauthorised = (error: unknown): boolean => error instanceof ApiError && error.code === 'ERR_UNAUTHORIZED';
const isExpired = (error: unknown): boolean => error instanceof ApiError && error.code === 'ERR_IM_A_TEAPOT';
