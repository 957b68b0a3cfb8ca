import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx';
import type { Order } from '../../../contract/api/orders.ts';
import { canonicalJson } from '../../../contract/canonicalJson.ts';
import {
  checkGuaranteeAgainstInput,
  checkGuaranteeAgainstOrder,
  signsPaymentCode,
  type RequestedOrder,
  type GuaranteeDifference,
  type SignedDocument,
  type SignedGuarantee,
} from '../../../contract/guarantee.ts';
import type { KeyValueStorage } from '../../../contract/platform.ts';
import type { Verdict } from '../../../contract/signature.ts';
import { readRequestedOrder, writeRequestedOrder } from './requestedOrder.ts';
import { asksToSend } from './orderStage.ts';
import type { OrderStore } from './OrderStore.ts';

/**
 * `unknown`: this page's host pins no keys, so nothing is said. `checking`: neutral, nothing was found wrong yet.
 * `refused`: no coin should be sent to what this page would show.
 */
export type GuaranteeState = 'unknown' | 'checking' | 'verified' | 'refused';

/** Why it is refused: nothing signed came, the signature is not of a pinned key, or what is shown was not signed. */
export type GuaranteeProblem = 'missing' | 'signature' | 'different';

/** What the server judged of the order that it rendered. */
export interface GuaranteeSnapshot {
  guarantee: Verdict | null;
  receipt: Verdict | null;
}

interface Judgement {
  /** Canonical JSON of the signed document: whatever changes in it is judged anew. */
  signed: string;
  verdict: Verdict;
  /** Whether the refund address that was signed, or none, is what the customer typed; null where that is not known here */
  isRefundAddressSigned: boolean | null;
  /** False for what the server judged: this browser looks for itself. */
  isOwn: boolean;
}

interface Dependencies {
  order: OrderStore;
  /** Public keys in hex, pinned in the configuration of the host that serves this page (D42). */
  signingKeys: readonly string[];
  sessionStorage: KeyValueStorage;
  snapshot: GuaranteeSnapshot | null;
}

/**
 * Whether what the page shows of an order is what the exchange signed. Comparing is done at once with each answer; the
 * curve is loaded when the first signature comes, and each signature is judged once.
 */
export class GuaranteeStore {
  private guaranteeJudgement: Judgement | null = null;
  private receiptJudgement: Judgement | null = null;
  private readonly dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.dependencies = dependencies;
    const { order, snapshot } = dependencies;
    this.guaranteeJudgement = fromSnapshot(order.order?.guarantee, snapshot?.guarantee);
    this.receiptJudgement = fromSnapshot(order.order?.receipt, snapshot?.receipt);
    makeAutoObservable<this, 'dependencies' | 'guaranteeJudgement' | 'receiptJudgement'>(
      this,
      { dependencies: false, guaranteeJudgement: observableRef, receiptJudgement: observableRef },
      { autoBind: true },
    );
  }

  get state(): GuaranteeState {
    if (!this.order || this.dependencies.signingKeys.length === 0) return 'unknown';
    if (this.problem !== null) return 'refused';
    return this.verdict === 'valid' ? 'verified' : 'checking';
  }

  /** A host that pins keys knows that they sign: an order without a guarantee was made by somebody else, or tampered with. */
  get problem(): GuaranteeProblem | null {
    if (!this.order || this.dependencies.signingKeys.length === 0) return null;
    if (!this.order.guarantee) return 'missing';
    if (this.verdict !== null && this.verdict !== 'valid') return 'signature';
    return this.differences.length > 0 ? 'different' : null;
  }

  /** Where the answer, or what the customer typed, says otherwise than what was signed. */
  get differences(): GuaranteeDifference[] {
    const { order } = this;
    if (!order?.guarantee) return [];
    const { document } = order.guarantee;
    const asked = this.asked;
    return [
      ...checkGuaranteeAgainstOrder(order, document),
      ...(asked ? checkGuaranteeAgainstInput(asked, document) : []),
      ...(this.current?.isRefundAddressSigned === false
        ? [{ field: 'refundAddress' as const, signed: null, shown: asked?.refundAddress ?? null }]
        : []),
    ];
  }

  /** Whether a payment code may be made: its network and contract stand in what was signed, or this host promises no signatures. */
  get canMakePaymentCode(): boolean {
    if (this.state === 'unknown') return true;
    return this.order?.guarantee ? signsPaymentCode(this.order.guarantee.document) : false;
  }

  /** True where nothing may be sent on the word of this page. */
  get isSendingRefused(): boolean {
    return this.state === 'refused' && this.order !== null && asksToSend(this.order);
  }

  get guarantee(): SignedGuarantee | null {
    return this.state === 'verified' ? (this.order?.guarantee ?? null) : null;
  }

  /** null while there is no receipt, or it is not judged yet. */
  get receiptVerdict(): Verdict | null {
    const receipt = this.order?.receipt;
    if (!receipt || this.dependencies.signingKeys.length === 0) return null;
    return this.receiptJudgement?.signed === canonicalJson(receipt) ? this.receiptJudgement.verdict : null;
  }

  /** Keeps what an order was asked to be, so that what was signed can be compared with it in this tab. */
  expect(orderId: string, asked: RequestedOrder): void {
    writeRequestedOrder(this.dependencies.sessionStorage, orderId, asked);
  }

  /** Judges the signatures of the order shown, as far as that is not done. Never rejects: undone is `checking`. */
  async check(): Promise<void> {
    const { order } = this;
    const { signingKeys } = this.dependencies;
    if (!order || signingKeys.length === 0) return;
    const { guarantee, receipt } = order;
    const isKnown = (judgement: Judgement | null, signed: SignedDocument | null | undefined) =>
      !signed || (judgement?.isOwn === true && judgement.signed === canonicalJson(signed));
    if (isKnown(this.guaranteeJudgement, guarantee) && isKnown(this.receiptJudgement, receipt)) return;
    try {
      const { refundAddressHash, verifyDocument } = await import('../../../contract/signature.ts');
      const { asked } = this;
      const typed = asked?.refundAddress?.trim();
      const hash = typed ? refundAddressHash(order.orderId, typed, asked?.refundAddressMemo?.trim() || null) : null;
      runInAction(() => {
        if (guarantee) {
          this.guaranteeJudgement = {
            signed: canonicalJson(guarantee),
            verdict: verifyDocument(guarantee, signingKeys),
            isRefundAddressSigned: asked && (guarantee.document.refundPolicy?.refundAddressHash ?? null) === hash,
            isOwn: true,
          };
        }
        if (receipt) {
          const verdict = verifyDocument(receipt, signingKeys);
          this.receiptJudgement = { signed: canonicalJson(receipt), verdict, isRefundAddressSigned: null, isOwn: true };
        }
      });
    } catch {
      // The code did not come: tried again with the next answer.
    }
  }

  /** Judges each answer about the order, the one that the server rendered too. */
  start(): () => void {
    return reaction(
      () => this.order,
      () => void this.check(),
      { fireImmediately: true },
    );
  }

  snapshot(): GuaranteeSnapshot | null {
    if (!this.order || this.dependencies.signingKeys.length === 0) return null;
    return { guarantee: this.verdict, receipt: this.receiptVerdict };
  }

  private get order(): Order | null {
    return this.dependencies.order.order;
  }

  private get asked(): RequestedOrder | null {
    return this.order && readRequestedOrder(this.dependencies.sessionStorage, this.order.orderId);
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
  return signed && verdict ? { signed: canonicalJson(signed), verdict, isRefundAddressSigned: null, isOwn: false } : null;
}
