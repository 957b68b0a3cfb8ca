import { makeAutoObservable, runInAction } from 'mobx';
import { RESEND_MS } from '../../../contract/accounts/accounts.ts';
import type { CallInput, CallName, CallOutput } from '../../../contract/api/index.ts';
import type { SecondFactorChallengeOutput, VerifySecondFactorInput } from '../../../contract/api/secondFactor.ts';
import type { SignInOutput } from '../../../contract/api/users.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { Clock, Platform } from '../../../contract/platform.ts';
import type { LocaleStore } from '../LocaleStore.ts';
import type { ReferralStore } from '../ReferralStore.ts';
import type { SessionStore } from '../SessionStore.ts';
import { TypedEmail } from '../TypedEmail.ts';
import { signInProblem, type SignInProblem } from './signInProblem.ts';

/** The dialogs of §4, which switch one another, the second step (D60), and the state after a registration. */
export type SignInView = 'login' | 'secondStep' | 'register' | 'registered' | 'restore' | 'newPassword';

/** D20 */
export const RESET_CODE_VALID_MS = 15 * 60_000;

interface Dependencies {
  platform: Platform;
  clock: Clock;
  session: SessionStore;
  referral: ReferralStore;
  locale: LocaleStore;
  view: SignInView;
  /** What the first step of a login has answered, if it is done. */
  secondFactor?: SecondFactorChallengeOutput | undefined;
  /** As in `Dialogs` */
  onSignedIn?: ((password?: string) => Promise<void>) | undefined;
}

/** Signing in, registering and restoring the password. Created when the dialog opens, so that nothing typed outlives it. */
export class SignInStore {
  view: SignInView;
  /** Kept when the customer switches between the dialogs. */
  readonly typedEmail = new TypedEmail();
  challenge: SecondFactorChallengeOutput | null;
  /** When the last reset code was requested, in ms since 1970. */
  codeRequestedAt = 0;
  /** Why the login dialog opened: the password is new, or the second step took too long. */
  notice: 'signIn.login.newPassword' | 'signIn.challengeExpired' | null = null;
  /** The customer has signed in with this dialog. */
  hasSignedIn = false;
  /** Of the first step; null after a proof of a second factor, and for a passkey */
  #password: string | null = null;
  /** What the request for a code returned. An older host returns nothing, and doesn't know the field (D30). */
  #resetRequest: { resetRequestId?: string } = {};
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.challenge = dependencies.secondFactor ?? null;
    this.view = this.challenge ? 'secondStep' : dependencies.view;
    makeAutoObservable(this, {}, { autoBind: true });
  }

  /** When the next reset code may be requested, in ms since 1970. */
  get resendAt(): number {
    return this.codeRequestedAt + RESEND_MS;
  }

  /** Whether the customer signs in to another account, which exists. */
  get isForOtherAccount(): boolean {
    return this.#dependencies.onSignedIn !== undefined;
  }

  get email(): string {
    return this.typedEmail.text;
  }

  get referrerId(): string | null {
    return this.#dependencies.referral.referrerId;
  }

  show(view: SignInView): void {
    this.view = view;
    this.notice = null;
  }

  /** Signs in. Then the customer is signed in, or {@link challenge} asks for the second step. Returns why it failed, if it did. */
  async authenticate({ email, password }: { email: string; password: string }): Promise<SignInProblem | null> {
    return await this.attempt(async () => {
      const browserFingerprint = await this.fingerprint();
      const answer = await this.call('users.authenticate', { email, password, ...browserFingerprint });
      this.#password = password;
      await this.follow(answer, email);
    });
  }

  /** Proves the second factor of the sign-in. */
  async verify(proof: Omit<VerifySecondFactorInput, 'challengeId'>): Promise<SignInProblem | null> {
    const browserFingerprint = await this.fingerprint();
    const challengeId = this.challenge?.challengeId ?? '';
    const input = { ...proof, challengeId, ...browserFingerprint };
    return await this.attempt(async () => {
      try {
        const answer = await this.call('users.verifySecondFactor', input);
        this.#password = null;
        await this.follow(answer, this.email);
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'ERR_NOT_FOUND') throw error;
        this.enter('login', this.email);
        runInAction(() => {
          this.notice = 'signIn.challengeExpired';
        });
      }
    });
  }

  /** Starts a sign-in with a passkey alone. Returns why it failed, if it did. */
  async startPasskey(): Promise<SignInProblem | null> {
    return await this.attempt(async () => {
      const challenge = await this.call('users.startPasskeySignIn', {});
      runInAction(() => {
        this.challenge = challenge;
      });
    });
  }

  /** Registers, then signs in (§4). A referrer that the host does not know is forgotten and left out (§8). */
  async register({ email, password }: { email: string; password: string }): Promise<SignInProblem | null> {
    const { referral, session } = this.#dependencies;
    if (!this.typedEmail.check()) return null;
    return await this.attempt(async () => {
      try {
        await this.create(email, password);
      } catch (error) {
        if (!isUnknownReferrer(error)) throw error;
        referral.clear();
        await this.create(email, password);
      }
      const browserFingerprint = await this.fingerprint();
      await this.call('users.authenticate', { email, password, ...browserFingerprint });
      await session.begin({ isRegistration: true });
      this.enter('registered', email);
    });
  }

  /** Requests a code for a new password. The answer does not reveal whether the e-mail is registered (D20). */
  async requestReset(email: string): Promise<SignInProblem | null> {
    if (!this.typedEmail.check()) return null;
    return await this.attempt(async () => {
      const { resetRequestId } = await this.call('users.requestPasswordReset', { email });
      this.#resetRequest = resetRequestId === undefined ? {} : { resetRequestId };
      runInAction(() => {
        this.codeRequestedAt = this.#dependencies.clock.now();
      });
      this.enter('newPassword', email);
    });
  }

  /** Sets a new password with the code. Then the login dialog opens (§4). */
  async resetPassword({ code, password }: { code: string; password: string }): Promise<SignInProblem | null> {
    return await this.attempt(async () => {
      await this.call('users.resetPassword', { email: this.email, password, resetCode: code, ...this.#resetRequest });
      this.enter('login', this.email);
      runInAction(() => {
        this.notice = 'signIn.login.newPassword';
      });
    });
  }

  private async create(email: string, password: string): Promise<void> {
    const { referral, locale } = this.#dependencies;
    const browserFingerprint = await this.fingerprint();
    const { referrerId } = referral;
    const referrer = referrerId !== null && { referrerAffiliateId: referrerId };
    await this.call('users.create', { email, password, locale: locale.code, ...referrer, ...browserFingerprint });
  }

  private async follow({ secondFactor }: SignInOutput, email: string): Promise<void> {
    if (!secondFactor) return await this.finish();
    runInAction(() => {
      this.challenge = secondFactor;
    });
    this.enter('secondStep', email);
  }

  private async finish(): Promise<void> {
    const { session, onSignedIn } = this.#dependencies;
    await onSignedIn?.(this.#password ?? undefined);
    await session.begin();
    runInAction(() => {
      this.hasSignedIn = true;
    });
  }

  private enter(view: SignInView, email: string): void {
    this.typedEmail.type(email);
    this.show(view);
  }

  private async call<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>> {
    return await this.#dependencies.platform.transport.call(name, input);
  }

  /** A risk signal (D19). A browser that refuses it signs in without. */
  private async fingerprint(): Promise<{ browserFingerprint?: string }> {
    try {
      const browserFingerprint = await this.#dependencies.platform.fingerprint?.();
      return browserFingerprint === undefined ? {} : { browserFingerprint };
    } catch {
      return {};
    }
  }

  private async attempt(work: () => Promise<void>): Promise<SignInProblem | null> {
    try {
      await work();
      return null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return signInProblem(error);
    }
  }
}

const isUnknownReferrer = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'ERR_NOT_FOUND' && error.message.includes('referrerAffiliateId');
