import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { ConsoleOutput } from '../../contract/console/routes.ts';
import { ApiError } from '../../contract/errors.ts';
import type { ProofAnswer } from '../../renderer/stores/account/ProofStore.ts';
import { signInProblem, type SignInProblem } from '../../renderer/stores/account/signInProblem.ts';
import { choicesOf, isOptional, usualValues, valueOf } from './actFields.ts';
import type { CallConsole } from './consoleCalls.ts';

type Outcome<Answer, Key extends string> = Extract<Answer, Record<Key, unknown>>;
type PlanAnswer = ConsoleOutput<'plan'>;
type ActAnswer = ConsoleOutput<'act'>;

export type PlannedAct = Outcome<PlanAnswer, 'digest'>;
export type Approval = ConsoleOutput<'approvals'>['open'][number];

/** An act to begin with, or the request of another operator. */
export interface ActRequest {
  act: string;
  /** What is known of the input */
  input: Readonly<Record<string, unknown>>;
  /** The fields of the input that the operator fills in */
  asks?: readonly string[];
  /** The request that is decided */
  approval?: Approval;
  /** What the act is about, in words */
  about?: string;
  /** Called once it is done */
  whenDone?: () => void;
}

type Step =
  | { kind: 'fields' }
  | { kind: 'planning' }
  /** `hasChanged`: something changed after the plan before */
  | { kind: 'planned'; plan: PlannedAct; hasChanged: boolean }
  | { kind: 'done'; effect: Readonly<Record<string, unknown>> }
  | { kind: 'requested'; approval: Approval }
  | { kind: 'decided' }
  | { kind: 'refused'; refused: string; details: Readonly<Record<string, unknown>> }
  /** `isUnknown`: the host may have done the act. */
  | { kind: 'failed'; code: string; isUnknown: boolean };

const LEAST_REASON = 3;

interface Dependencies {
  call: CallConsole;
  now: () => number;
  /** Called after anything may have changed. */
  onDone: () => unknown;
}

/** The one dialog of acts: plan, show, confirm, do. Nothing is done without it. */
export class ActStore {
  request: ActRequest | null = null;
  step: Step = { kind: 'planning' };
  /** What the operator filled in, by the name of the field */
  values: Record<string, string> = {};
  reason = '';
  typedAmount = '';
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    makeAutoObservable(this, { request: observableRef, step: observableRef }, { autoBind: true });
  }

  get missingFields(): readonly string[] {
    return (this.request?.asks ?? []).filter((name) => !isOptional(name) && (this.values[name] ?? '').trim() === '');
  }

  /** What is missing before the plan can be confirmed. */
  get missing(): 'reason' | 'amount' | null {
    if (this.step.kind !== 'planned') return null;
    if (this.reason.trim().length < LEAST_REASON) return 'reason';
    const { money } = this.step.plan;
    return money !== null && this.typedAmount.trim() !== money.amount ? 'amount' : null;
  }

  /** Opens the dialog. Plans at once if nothing has to be filled in. */
  open(request: ActRequest): void {
    this.request = request;
    this.values = usualValues(request.asks ?? [], this.#dependencies.now());
    this.reason = '';
    this.typedAmount = '';
    this.step = { kind: 'fields' };
    if ((request.asks ?? []).length === 0) void this.plan();
  }

  close(): void {
    this.request = null;
  }

  setValue(name: string, value: string): void {
    this.values[name] = value;
  }

  setReason(reason: string): void {
    this.reason = reason;
  }

  setTypedAmount(amount: string): void {
    this.typedAmount = amount;
  }

  /** Asks the host what the act would do. Never rejects. */
  async plan(hasChanged = false): Promise<void> {
    const { request } = this;
    if (!request || this.missingFields.length > 0) return;
    // What the operator wrote as the reason of an act is that of its record too.
    if (this.reason === '' && !choicesOf(request.act, 'reason')) this.reason = this.values['reason'] ?? '';
    this.step = { kind: 'planning' };
    await this.attempt(request, false, async () => {
      const { approval, act } = request;
      const body = approval ? { approvalId: approval.approvalId } : { act, input: this.wholeInput(request) };
      const answer = await this.#dependencies.call('plan', body);
      return 'digest' in answer ? { kind: 'planned', plan: answer, hasChanged } : { kind: 'refused', ...answer };
    });
  }

  /** Does what was planned, with the proof of the second factor. Returns what is wrong with the proof. */
  async confirm(proof: ProofAnswer): Promise<SignInProblem | null> {
    const { request, step } = this;
    if (!request || step.kind !== 'planned' || this.missing !== null) return null;
    const { digest, challenge, money } = step.plan;
    const confirmation = {
      digest,
      reason: this.reason.trim(),
      ...(money && { typedAmount: this.typedAmount.trim() }),
      proof: { challengeId: challenge.challengeId, ...proof },
    };
    let problem: SignInProblem | null = null;
    await this.attempt(request, true, async () => {
      const { approval, act } = request;
      try {
        const { call } = this.#dependencies;
        const answer = approval
          ? await call('decide', { approvalId: approval.approvalId, decision: 'APPROVE', ...confirmation })
          : await call('act', { act, input: this.wholeInput(request), ...confirmation });
        return this.after(answer);
      } catch (error) {
        const isProofWrong =
          error instanceof ApiError &&
          error.code === 'ERR_VALIDATION' &&
          error.details?.['code'] === 'SECOND_FACTOR_VALIDATION_ERROR';
        if (!isProofWrong) throw error;
        problem = signInProblem(error);
        return step;
      }
    });
    if (this.step.kind === 'refused' && this.step.refused === 'PLAN_CHANGED' && !request.approval) await this.plan(true);
    return problem;
  }

  /** Refuses the request of another operator, or withdraws an own one. Never rejects. */
  async refuse(): Promise<void> {
    const { request, reason } = this;
    const approvalId = request?.approval?.approvalId;
    if (!request || approvalId === undefined || reason.trim().length < LEAST_REASON) return;
    await this.attempt(request, true, async () => {
      await this.#dependencies.call('decide', { approvalId, decision: 'REFUSE', reason: reason.trim() });
      return { kind: 'decided' };
    });
  }

  private after(answer: ActAnswer): Step {
    if ('done' in answer) return { kind: 'done', effect: answer.effect };
    if ('approval' in answer) return { kind: 'requested', approval: answer.approval };
    return { kind: 'refused', ...answer };
  }

  private wholeInput({ input, asks = [] }: ActRequest): Record<string, unknown> {
    const asked = asks.map((name) => [name, valueOf(name, this.values[name] ?? '')] as const);
    return { ...input, ...Object.fromEntries(asked.filter(([, value]) => value !== undefined)) };
  }

  /** Takes the next step, unless the operator has closed the dialog meanwhile. */
  private async attempt(request: ActRequest, isActing: boolean, next: () => Promise<Step>): Promise<void> {
    let step: Step;
    try {
      step = await next();
    } catch (error) {
      const code = error instanceof ApiError ? error.code : 'ERR_SERVICE_UNAVAILABLE';
      step = { kind: 'failed', code, isUnknown: isActing && code === 'ERR_SERVICE_UNAVAILABLE' };
    }
    if (isActing) this.#dependencies.onDone();
    if (step.kind === 'done') request.whenDone?.();
    runInAction(() => {
      if (this.request === request) this.step = step;
    });
  }
}
