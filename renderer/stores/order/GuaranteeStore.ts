import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx';
import type { Order } from '../../../contract/api/orders.ts';
import { canonicalJson } from '../../../contract/signedDocuments/canonicalJson.ts';
import {
  checkGuaranteeAgainstInput,
  checkGuaranteeAgainstOrder,
  type RequestedOrder,
  type GuaranteeDifference,
  type GuaranteeField,
  type SignedDocument,
  type SignedGuarantee,
} from '../../../contract/signedDocuments/guarantee.ts';
import type { KeyValueStorage } from '../../../contract/platform.ts';
import type { Verdict } from '../../../contract/signedDocuments/signature.ts';
import { readRequestedOrder, writeRequestedOrder } from './requestedOrder.ts';
import { asksToSend } from '../../../contract/orderStage.ts';
import type { OrderStore } from './OrderStore.ts';

/**
 * `unknown`: the host of this page pins no keys. `checking`: verification is not finished and has found no problem.
 * `refused`: the customer must not send coins to the address of this order.
 */
export type GuaranteeState = 'unknown' | 'checking' | 'verified' | 'refused';

/** Why it is refused: no guarantee, no valid signature of a pinned key, or the page differs from the signed document. */
export type GuaranteeProblem = 'missing' | 'signature' | 'different';

/** The verdicts of the server for the order that it rendered. */
export interface GuaranteeSnapshot {
  guarantee: Verdict | null;
  receipt: Verdict | null;
}

interface Judgement {
  /** Canonical JSON of the signed document. A changed document is verified again. */
  signed: string;
  verdict: Verdict;
  /** What the document signs as a hash of something else than the input; empty when this tab does not know the input */
  otherThanInput: readonly GuaranteeField[];
  /** False for a verdict of the server. This browser then verifies again. */
  isOwn: boolean;
}

interface Dependencies {
  order: OrderStore;
  /** Public keys in hex, pinned in the configuration of the web host (D42). */
  signingKeys: readonly string[];
  sessionStorage: KeyValueStorage;
  snapshot: GuaranteeSnapshot | null;
}

/**
 * Checks that the exchange signed what the page shows. Each response is compared at once. The signature code is loaded with the
 * first signature, and each signature is verified once.
 */
export class GuaranteeStore {
  private guaranteeJudgement: Judgement | null = null;
  private receiptJudgement: Judgement | null = null;
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    const { order, snapshot } = dependencies;
    this.guaranteeJudgement = fromSnapshot(order.order?.guarantee, snapshot?.guarantee);
    this.receiptJudgement = fromSnapshot(order.order?.receipt, snapshot?.receipt);
    makeAutoObservable<this, 'guaranteeJudgement' | 'receiptJudgement'>(
      this,
      { guaranteeJudgement: observableRef, receiptJudgement: observableRef },
      { autoBind: true },
    );
  }

  get state(): GuaranteeState {
    if (!this.order || this.#dependencies.signingKeys.length === 0) return 'unknown';
    if (this.problem !== null) return 'refused';
    return this.verdict === 'valid' ? 'verified' : 'checking';
  }

  /** With pinned keys every order has a guarantee. One without it was created by another party or tampered with. */
  get problem(): GuaranteeProblem | null {
    if (!this.order || this.#dependencies.signingKeys.length === 0) return null;
    if (!this.order.guarantee) return 'missing';
    if (this.verdict !== null && this.verdict !== 'valid') return 'signature';
    return this.differences.length > 0 ? 'different' : null;
  }

  /** The differences of the response and the customer's input from the signed document. */
  get differences(): GuaranteeDifference[] {
    const { order } = this;
    if (!order?.guarantee) return [];
    const { document } = order.guarantee;
    const requested = this.requested;
    return [
      ...checkGuaranteeAgainstOrder(order, document),
      ...(requested ? checkGuaranteeAgainstInput(requested, document) : []),
      ...(this.current?.otherThanInput ?? []).map((field) => ({
        field,
        signed: null,
        shown: field === 'refundAddress' ? (requested?.refundAddress ?? null) : null,
      })),
    ];
  }

  /** True when the page must not show an address to pay. */
  get isSendingRefused(): boolean {
    return this.state === 'refused' && this.order !== null && asksToSend(this.order);
  }

  get guarantee(): SignedGuarantee | null {
    return this.state === 'verified' ? (this.order?.guarantee ?? null) : null;
  }

  /** null: there is no receipt, or it is not verified yet. */
  get receiptVerdict(): Verdict | null {
    const receipt = this.order?.receipt;
    if (!receipt || this.#dependencies.signingKeys.length === 0) return null;
    return this.receiptJudgement?.signed === canonicalJson(receipt) ? this.receiptJudgement.verdict : null;
  }

  /** Stores the requested order of this tab, to compare it with the signed document. */
  expect(orderId: string, requested: RequestedOrder): void {
    writeRequestedOrder(this.#dependencies.sessionStorage, orderId, requested);
  }

  /** Verifies the signatures that are not verified yet. Never rejects. Until it succeeds, the state is `checking`. */
  async check(): Promise<void> {
    const { order } = this;
    const { signingKeys } = this.#dependencies;
    if (!order || signingKeys.length === 0) return;
    const { guarantee, receipt } = order;
    const isKnown = (judgement: Judgement | null, signed: SignedDocument | null | undefined) =>
      !signed || (judgement?.isOwn === true && judgement.signed === canonicalJson(signed));
    if (isKnown(this.guaranteeJudgement, guarantee) && isKnown(this.receiptJudgement, receipt)) return;
    try {
      const { fieldsOtherThanInput, verifyDocument } = await import('../../../contract/signedDocuments/signature.ts');
      const { requested } = this;
      runInAction(() => {
        if (guarantee) {
          this.guaranteeJudgement = {
            signed: canonicalJson(guarantee),
            verdict: verifyDocument(guarantee, signingKeys),
            otherThanInput: requested ? fieldsOtherThanInput(requested, guarantee.document) : [],
            isOwn: true,
          };
        }
        if (receipt) {
          const verdict = verifyDocument(receipt, signingKeys);
          this.receiptJudgement = { signed: canonicalJson(receipt), verdict, otherThanInput: [], isOwn: true };
        }
      });
    } catch {
      // The code did not load. Try again with the next response.
    }
  }

  /** Verifies each response, including the server-rendered one. Returns a function that stops it. */
  start(): () => void {
    return reaction(
      () => this.order,
      () => void this.check(),
      { fireImmediately: true },
    );
  }

  snapshot(): GuaranteeSnapshot | null {
    if (!this.order || this.#dependencies.signingKeys.length === 0) return null;
    return { guarantee: this.verdict, receipt: this.receiptVerdict };
  }

  private get order(): Order | null {
    return this.#dependencies.order.order;
  }

  private get requested(): RequestedOrder | null {
    return this.order && readRequestedOrder(this.#dependencies.sessionStorage, this.order.orderId);
  }

  private get current(): Judgement | null {
    const guarantee = this.order?.guarantee;
    return guarantee && this.guaranteeJudgement?.signed === canonicalJson(guarantee) ? this.guaranteeJudgement : null;
  }

  private get verdict(): Verdict | null {
    return this.current?.verdict ?? null;
  }
}

function fromSnapshot(signed: SignedDocument | null | undefined, verdict: Verdict | null | undefined): Judgement | null {
  return signed && verdict ? { signed: canonicalJson(signed), verdict, otherThanInput: [], isOwn: false } : null;
}
