import { makeAutoObservable, runInAction } from 'mobx';

interface Options<Fields, Problem> {
  fields: Fields;
  /** Explains why a submission failed; null: there is nothing to say, for example because the customer cancelled it. */
  problemOf: (error: unknown) => Problem | null | Promise<Problem | null>;
}

/** The fields of a form, and its submissions: one at a time, each with its problem. */
export class FormStore<Fields extends object, Problem> {
  fields: Fields;
  isPending = false;
  /** Why the last submission failed. Cleared with the next one and with each change of a field. */
  problem: Problem | null = null;
  readonly #problemOf: Options<Fields, Problem>['problemOf'];

  constructor({ fields, problemOf }: Options<Fields, Problem>) {
    this.fields = fields;
    this.#problemOf = problemOf;
    makeAutoObservable(this, {}, { autoBind: true });
  }

  set(fields: Partial<Fields>): void {
    Object.assign(this.fields, fields);
    this.problem = null;
  }

  refuse(problem: Problem | null): void {
    this.problem = problem;
  }

  /** Runs a submission. Returns its result; null if it failed, or if another one is pending. Never rejects. */
  async submit<Result>(send: () => Promise<Result>): Promise<Result | null> {
    if (this.isPending) return null;
    this.isPending = true;
    this.problem = null;
    try {
      return await send();
    } catch (error) {
      this.refuse(await this.#problemOf(error));
      return null;
    } finally {
      runInAction(() => (this.isPending = false));
    }
  }
}
