import { makeAutoObservable, observableRef } from 'mobx';
import type { Proof, SecondFactorChallengeOutput } from '../../../contract/api/secondFactor.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { Platform } from '../../../contract/platform.ts';
import type { StepUpStore } from '../StepUpStore.ts';
import { signInProblem, type SignInProblem } from './signInProblem.ts';

/** The answer to a challenge, without its id */
export type ProofAnswer = Omit<Proof, 'challengeId'>;

type Step =
  | { kind: 'starting' }
  | { kind: 'proof'; challenge: SecondFactorChallengeOutput }
  | { kind: 'stopped'; message: 'proof.tooManyMails' | 'proof.failed' | 'proof.over' };

interface Dependencies {
  platform: Platform;
  stepUp: Pick<StepUpStore, 'finish'>;
}

/** Proves a fresh second factor (D60). Created when its dialog opens. */
export class ProofStore {
  step: Step = { kind: 'starting' };
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    makeAutoObservable(this, { step: observableRef }, { autoBind: true });
  }

  /** Requests a challenge. Never rejects. */
  async start(): Promise<void> {
    this.enter({ kind: 'starting' });
    try {
      this.enter({ kind: 'proof', challenge: await this.#dependencies.platform.transport.call('users.startSecondFactor', {}) });
    } catch (error) {
      const isTooMany = error instanceof ApiError && error.code === 'ERR_TOO_MANY_REQUESTS';
      this.enter({ kind: 'stopped', message: isTooMany ? 'proof.tooManyMails' : 'proof.failed' });
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

  private enter(step: Step): void {
    this.step = step;
  }
}
