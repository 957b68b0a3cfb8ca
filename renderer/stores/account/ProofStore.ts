import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Proof, SecondFactorChallengeOutput } from '../../../contract/api/secondFactor.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { Clock, Platform } from '../../../contract/platform.ts';
import type { StepUpStore } from '../StepUpStore.ts';
import { signInProblem, type SignInProblem } from './signInProblem.ts';

/** The answer to a challenge, without its id */
export type ProofAnswer = Omit<Proof, 'challengeId'>;

type Step =
  | { kind: 'starting' }
  | { kind: 'proof'; challenge: SecondFactorChallengeOutput }
  | { kind: 'stopped'; message: 'proof.tooManyMails' | 'proof.failed' | 'proof.over' | 'proof.openAgain' };

interface Dependencies {
  platform: Platform;
  clock: Clock;
  stepUp: Pick<StepUpStore, 'finish'>;
}

/** Proves a fresh second factor (D60). Created when its dialog opens. */
export class ProofStore {
  step: Step = { kind: 'starting' };
  /** When the challenge began, and with it the mail of its code, in ms since 1970 */
  startedAt = 0;
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    makeAutoObservable(this, { step: observableRef }, { autoBind: true });
  }

  /** Requests a challenge, and answers one that asks for the account of the messenger. Never rejects. */
  async start(): Promise<void> {
    this.enter({ kind: 'starting' });
    try {
      const challenge = await this.challenge();
      if (challenge.methods.includes('initData')) await this.proveMessenger(challenge.challengeId);
      else this.enter({ kind: 'proof', challenge });
    } catch (error) {
      this.enter({ kind: 'stopped', message: failureOf(error) });
    }
  }

  /** Has another code mailed, which replaces the challenge. Returns why that failed: then the code from before still works. */
  async sendAgain(): Promise<SignInProblem | null> {
    try {
      this.enter({ kind: 'proof', challenge: await this.challenge() });
      return null;
    } catch (error) {
      return { message: failureOf(error), fields: [] };
    }
  }

  /** Continues the calls that wait for the proof. Returns what is wrong with it otherwise. */
  async verify(proof: ProofAnswer): Promise<SignInProblem | null> {
    const { platform, stepUp } = this.#dependencies;
    if (this.step.kind !== 'proof') return null;
    const { challengeId } = this.step.challenge;
    try {
      await platform.transport.call('users.verifySecondFactor', { challengeId, ...proof });
      stepUp.finish(true);
      return null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code !== 'ERR_NOT_FOUND') return signInProblem(error);
      this.enter({ kind: 'stopped', message: 'proof.over' });
      return null;
    }
  }

  private async challenge(): Promise<SecondFactorChallengeOutput> {
    const { clock, platform } = this.#dependencies;
    const challenge = await platform.transport.call('users.startSecondFactor', {});
    runInAction(() => (this.startedAt = clock.now()));
    return challenge;
  }

  /** Only the messenger can prove a customer without an e-mail (D70), and only for minutes after it opened the app. */
  private async proveMessenger(challengeId: string): Promise<void> {
    const { platform, stepUp } = this.#dependencies;
    const { initData, transport } = platform;
    if (initData === undefined) return this.enter({ kind: 'stopped', message: 'proof.openAgain' });
    try {
      await transport.call('users.verifySecondFactor', { challengeId, initData });
      stepUp.finish(true);
    } catch (error) {
      const isRefused =
        error instanceof ApiError && (error.code === 'ERR_INVALID_CREDENTIALS' || error.code === 'ERR_VALIDATION');
      if (!isRefused) throw error;
      this.enter({ kind: 'stopped', message: 'proof.openAgain' });
    }
  }

  private enter(step: Step): void {
    this.step = step;
  }
}

const failureOf = (error: unknown): 'proof.tooManyMails' | 'proof.failed' =>
  error instanceof ApiError && error.code === 'ERR_TOO_MANY_REQUESTS' ? 'proof.tooManyMails' : 'proof.failed';
