import { makeAutoObservable } from 'mobx';
import { ApiError } from '../../contract/errors.ts';
import type { Transport } from '../../contract/platform.ts';

/** Asks customers to confirm that it is them, when a call requires a fresh second factor (D60). */
export class StepUpStore {
  isOpen = false;
  #waiting: ((isConfirmed: boolean) => void)[] = [];

  constructor() {
    makeAutoObservable(this, { wrap: false }, { autoBind: true });
  }

  /**
   * Wraps a transport: a call that answers ERR_SECOND_FACTOR_REQUIRED opens the dialog and is repeated once the customer has
   * confirmed. It asks again if that proof is too old by then. If the customer cancels, the call rejects with that error.
   */
  wrap(transport: Transport): Transport {
    return {
      call: async (name, input, options) => {
        for (;;) {
          try {
            return await transport.call(name, input, options);
          } catch (error) {
            if (!isStepUpRequired(error) || !(await this.ask())) throw error;
            options?.signal?.throwIfAborted();
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
    for (const settle of waiting) settle(isConfirmed);
  }

  private async ask(): Promise<boolean> {
    this.isOpen = true;
    return await new Promise((settle) => this.#waiting.push(settle));
  }
}

/** After a wrapped call: the customer has cancelled the confirmation. */
export const isStepUpRequired = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'ERR_SECOND_FACTOR_REQUIRED';
