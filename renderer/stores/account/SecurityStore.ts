import { ownValue } from '../../../contract/tables/ownValue.ts';
import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { EMAIL_MISSING } from '../../../contract/accounts/accountData.ts';
import type { Security, Sessions } from '../../../contract/api/users.ts';
import type { StartTotpOutput } from '../../../contract/api/secondFactor.ts';
import { ApiError } from '../../../contract/errors.ts';
import { MESSENGER_FEATURE, SECOND_FACTOR_FEATURE } from '../../../contract/features.ts';
import type { Platform } from '../../../contract/platform.ts';
import type { MessageId } from '../../i18n/messages.ts';
import type { HealthStore } from '../HealthStore.ts';
import type { NotificationStore } from '../NotificationStore.ts';
import { isStepUpRequired } from '../StepUpStore.ts';
import { signInProblem, type SignInProblem } from './signInProblem.ts';
import { storeGroup } from '../storeGroup.ts';

export interface SecuritySnapshot {
  security: Security;
  sessions: Sessions['sessions'];
}

/** Why a dialog's call failed; `cancelled`: the customer cancelled the confirmation. */
export type Refusal = SignInProblem | 'cancelled';

interface Dependencies {
  platform: Platform;
  health: HealthStore;
  notifications: Pick<NotificationStore, 'show'>;
  snapshot: SecuritySnapshot | null;
}

/** How a customer signs in, and where they are signed in: the page "Sign-in and security". */
export class SecurityStore {
  /** null until it is loaded. */
  security: Security | null;
  sessions: Sessions['sessions'];
  hasFailed = false;
  readonly #platform: Platform;
  readonly #health: HealthStore;
  readonly #notifications: Pick<NotificationStore, 'show'>;

  constructor({ platform, health, notifications, snapshot }: Dependencies) {
    this.#platform = platform;
    this.#health = health;
    this.#notifications = notifications;
    this.security = snapshot?.security ?? null;
    this.sessions = snapshot?.sessions ?? [];
    makeAutoObservable(this, { security: observableRef, sessions: observableRef }, { autoBind: true });
  }

  /** Whether this host offers a second factor (D30). */
  get hasSecondFactorHost(): boolean {
    return this.#health.hasFeature(SECOND_FACTOR_FEATURE);
  }

  /** Whether this host signs customers of the messenger in (D64). */
  get hasMessengerHost(): boolean {
    return this.#health.hasFeature(MESSENGER_FEATURE);
  }

  /** Whether the customer is in the messenger now: only there can it be linked. */
  get isInMessenger(): boolean {
    return this.#platform.initData !== undefined;
  }

  /** Whether recovery codes are of use: the customer has an authenticator app or a passkey. */
  get hasSecondFactor(): boolean {
    return this.security !== null && (this.security.totpSince !== null || this.security.passkeys.length > 0);
  }

  /** The page shows a failure itself. Never rejects. */
  async load(): Promise<void> {
    const { transport } = this.#platform;
    try {
      const [security, { sessions }] = await Promise.all([
        transport.call('users.security', {}),
        transport.call('users.sessions', {}),
      ]);
      runInAction(() => {
        this.security = security;
        this.sessions = sessions;
        this.hasFailed = false;
      });
    } catch {
      runInAction(() => (this.hasFailed = this.security === null));
    }
  }

  snapshot(): SecuritySnapshot | null {
    return this.security && { security: this.security, sessions: this.sessions };
  }

  async changeEmail(email: string, password?: string): Promise<Refusal | null> {
    return await this.submit(() =>
      this.#platform.transport.call('users.changeEmail', { email, ...(password !== undefined && { password }) }).then(() => null),
    );
  }

  /** `currentPassword`: undefined if the account has none */
  async changePassword(currentPassword: string | undefined, password: string): Promise<Refusal | null> {
    const { transport } = this.#platform;
    const input = { ...(currentPassword !== undefined && { currentPassword }), password };
    return await this.submit(() => transport.call('users.changePassword', input).then(() => null));
  }

  /** Links the messenger that the customer is in. `password`: undefined if another proof is asked for */
  async linkMessenger(password?: string): Promise<Refusal | null> {
    const { initData, transport } = this.#platform;
    if (initData === undefined) return formProblem('security.messengerOld');
    const input = { initData, ...(password !== undefined && { password }) };
    return await this.submit(() => transport.call('messenger.link', input).then(() => null));
  }

  /** Links the messenger to the account that the customer has just signed in to, and says whether it worked. `password`: as above */
  async linkAfterSignIn(password?: string): Promise<void> {
    const refusal = await this.linkMessenger(password);
    if (refusal === 'cancelled') return;
    const { message, values } = refusal ?? { message: 'security.messengerLinkDone' as const };
    this.#notifications.show({ kind: refusal ? 'error' : 'success', message, ...(values && { values }) });
  }

  /** All other sessions end. `password`: undefined if another proof is asked for */
  async unlinkMessenger(password?: string): Promise<Refusal | null> {
    const input = password === undefined ? {} : { password };
    return await this.submit(() => this.#platform.transport.call('messenger.unlink', input).then(() => null));
  }

  /** Sends the link of the current or pending address again. */
  async resendConfirmation(): Promise<void> {
    const to = this.security?.pendingEmail ?? this.security?.email ?? '';
    await this.act(() => this.#platform.transport.call('users.requestEmailConfirmation', {}), {
      message: 'security.emailSent',
      values: { email: to },
    });
  }

  async signOutSession(sessionId: string, device: string): Promise<void> {
    await this.act(() => this.#platform.transport.call('users.revokeSession', { sessionId }), {
      message: 'security.signedOut',
      values: { device },
    });
  }

  async signOutOthers(): Promise<void> {
    await this.act(() => this.#platform.transport.call('users.revokeOtherSessions', {}), { message: 'security.othersSignedOut' });
  }

  /** Returns the secret of a new authenticator app; null if the customer cancelled or the call failed. */
  async startTotp(): Promise<StartTotpOutput | null> {
    return await this.act(() => this.#platform.transport.call('users.startTotp', {}));
  }

  /** Returns the recovery codes to show (empty: the customer has some already), or what is wrong. */
  async enableTotp(code: string): Promise<string[] | Refusal> {
    return await this.submit(async () => (await this.#platform.transport.call('users.enableTotp', { code })).recoveryCodes);
  }

  /** Returns whether it is off now. */
  async disableTotp(): Promise<boolean> {
    return (await this.act(() => this.#platform.transport.call('users.disableTotp', {}))) !== null;
  }

  /** Returns the new codes; null if the customer cancelled or the call failed. */
  async renewRecoveryCodes(): Promise<string[] | null> {
    return (await this.act(() => this.#platform.transport.call('users.renewRecoveryCodes', {})))?.recoveryCodes ?? null;
  }

  /** Returns whether it is removed now. */
  async removePasskey(passkeyId: string): Promise<boolean> {
    return (await this.act(() => this.#platform.transport.call('users.removePasskey', { passkeyId }))) !== null;
  }

  /** Creates a passkey on a device that the customer chooses. Returns recovery codes to show, or what is wrong. */
  async addPasskey(name: string): Promise<string[] | Refusal> {
    const { passkeys, transport } = this.#platform;
    if (!passkeys) return formProblem('security.passkeysUnsupported');
    return await this.submit(async () => {
      const { challengeId, options } = await transport.call('users.startPasskey', {});
      const created = await passkeys.create(options);
      if (created.kind === 'cancelled') return 'cancelled';
      if (created.kind !== 'done')
        return formProblem(created.kind === 'exists' ? 'security.passkeyExists' : 'security.passkeyFailed');
      return (await transport.call('users.addPasskey', { challengeId, passkey: created.response, name })).recoveryCodes;
    });
  }

  /** Runs a call of a dialog and loads the page again. Returns its answer, or what is wrong. */
  private async submit<Answer>(call: () => Promise<Answer>): Promise<Answer | Refusal> {
    try {
      const answer = await call();
      await this.load();
      return answer;
    } catch (error) {
      return isStepUpRequired(error) ? 'cancelled' : problemOf(error);
    }
  }

  /** Runs a call of the page and announces its result. Returns the answer; null if it failed or the customer cancelled. */
  private async act<Answer>(
    call: () => Promise<Answer>,
    done?: { message: MessageId; values?: Record<string, string> },
  ): Promise<Answer | null> {
    try {
      const answer = await call();
      await this.load();
      if (done) this.#notifications.show({ kind: 'success', ...done });
      return answer;
    } catch (error) {
      if (!isStepUpRequired(error)) {
        const { message, values } = problemOf(error);
        this.#notifications.show({ kind: 'error', message, ...(values && { values }) });
      }
      return null;
    }
  }
}

const formProblem = (message: MessageId): SignInProblem => ({ message, fields: [] });

/** By the host's reason */
const MESSENGER_PROBLEMS: Readonly<Record<string, MessageId>> = {
  INIT_DATA_WRONG: 'security.messengerOld',
  INIT_DATA_STALE: 'security.messengerOld',
  INIT_DATA_USED: 'security.messengerOld',
  TAKEN: 'security.messengerTaken',
};

function problemOf(error: unknown): SignInProblem {
  if (!(error instanceof ApiError)) throw error;
  const reason = String(error.details?.['reason']);
  const refused = ownValue(MESSENGER_PROBLEMS, reason);
  if (refused !== undefined) return formProblem(refused);
  // Otherwise only the current password can be wrong.
  if (error.code === 'ERR_INVALID_CREDENTIALS') return { message: 'security.passwordWrong', fields: ['currentPassword'] };
  if (reason === EMAIL_MISSING) return formProblem('security.emailFirst');
  if (error.details?.['field'] === 'passkey') return formProblem('security.passkeyFailed');
  return signInProblem(error);
}

/** The store of the page "Sign-in and security". */
export const securityGroup = storeGroup(({ platform, health, notifications, restored }) => ({
  security: restored.create('security', SecurityStore, { platform, health, notifications }),
}));
