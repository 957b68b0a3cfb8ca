import { makeAutoObservable } from 'mobx';
import { isProofCall } from '../../contract/accounts/proofCalls.ts';
import { ApiError } from '../../contract/errors.ts';
import type { Transport } from '../../contract/platform.ts';
import type { SessionStore } from './SessionStore.ts';

interface Dependencies {
  session: Pick<SessionStore, 'lacksProof' | 'refetch'>;
}

/** Asks customers to confirm that it is them, when a call requires a fresh second factor (D60). */
export class StepUpStore {
  isOpen = false;
  #waiting: ((isConfirmed: boolean) => void)[] = [];

  readonly #session: Dependencies['session'];

  constructor({ session }: Dependencies) {
    this.#session = session;
    makeAutoObservable(this, { wrap: false }, { autoBind: true });
  }

  /**
   * Wraps a transport: a call that needs a fresh proof first opens the dialog. One that answers ERR_SECOND_FACTOR_REQUIRED, for example
   * because the proof is too old by then, opens it too and is repeated. If the customer cancels, the call rejects with that error.
   */
  wrap(transport: Transport): Transport {
    return {
      call: async (name, input, options) => {
        if (isProofCall(name) && this.#session.lacksProof(name) && !(await this.ask())) throw cancelled();
        for (;;) {
          options?.signal?.throwIfAborted();
          try {
            return await transport.call(name, input, options);
          } catch (error) {
            if (!isStepUpRequired(error) || !(await this.ask())) throw error;
          }
        }
      },
    };
  }

  /** Closes the dialog and continues all calls that wait for it. */
  finish(isConfirmed: boolean): void {
    this.isOpen = false;
    const waiting = this.#waiting;
    this.#waiting = [];
    if (isConfirmed) void this.#session.refetch();
    for (const settle of waiting) settle(isConfirmed);
  }

  private async ask(): Promise<boolean> {
    this.isOpen = true;
    return await new Promise((settle) => this.#waiting.push(settle));
  }
}

const cancelled = (): ApiError => new ApiError('ERR_SECOND_FACTOR_REQUIRED', 'The customer has cancelled the confirmation.');

/** After a wrapped call: the customer has cancelled the confirmation. */
export const isStepUpRequired = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'ERR_SECOND_FACTOR_REQUIRED';
