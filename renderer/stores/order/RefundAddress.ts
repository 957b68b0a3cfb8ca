import { makeAutoObservable, runInAction } from 'mobx';
import { ApiError } from '../../../contract/errors.ts';
import type { Platform } from '../../../contract/platform.ts';
import type { MessageId } from '../../i18n/messages.ts';
import { readPaymentRequest } from '../paymentRequest.ts';
import { addressProblem } from './addressProblem.ts';

interface Question {
  /** The coin of the refund. */
  instrument: { currencyTitle: string; networkTitle: string };
  /** Many customers may share an address of this coin, distinguished by a memo. */
  requiresMemo: boolean;
}

/** The refund address that a customer enters. It is validated first, because a refund cannot be corrected. */
export class RefundAddress {
  text = '';
  memo = '';
  /** The customer confirmed that the address needs no memo. */
  isMemoWaived = false;
  /** The customer wants another address than the known one, which may be a closed account. */
  isWanted = false;
  problem: MessageId | null = null;
  memoProblem: 'exchange.memoMissing' | 'error_memo_incorrect' | null = null;
  readonly #platform: Platform;

  constructor({ platform }: { platform: Platform }) {
    this.#platform = platform;
    makeAutoObservable(this, {}, { autoBind: true });
  }

  /** Takes an address or a payment request. Its memo is taken if the network of the refund uses memos. */
  async set(text: string, { requiresMemo }: Pick<Question, 'requiresMemo'> = { requiresMemo: false }): Promise<void> {
    this.text = text.trim();
    this.problem = null;
    await readPaymentRequest(text, ({ readPaymentUri }) => {
      const request = readPaymentUri(text);
      // The customer has typed on.
      if (!request || this.text !== text.trim()) return;
      runInAction(() => {
        this.text = request.address;
        if (requiresMemo && request.memo !== null) this.setMemo(request.memo);
      });
    });
  }

  setMemo(memo: string): void {
    this.memo = memo.trim();
    if (this.memo !== '') this.isMemoWaived = false;
    this.memoProblem = null;
  }

  waiveMemo(isWaived: boolean): void {
    this.isMemoWaived = isWaived;
    if (isWaived) this.memo = '';
    this.memoProblem = null;
  }

  want(isWanted: boolean): void {
    this.isWanted = isWanted;
  }

  /** The fields of the refund request. */
  get fields(): { refundAddress: string; refundAddressMemo?: string } {
    return { refundAddress: this.text, ...(this.memo !== '' && { refundAddressMemo: this.memo }) };
  }

  /** Returns true when the host accepts the address, else sets `problem`. Rejects when the host does not answer. */
  async check({ instrument, requiresMemo }: Question): Promise<boolean> {
    if (this.text === '') return this.refuse('error_address_empty');
    // A payment to a shared address without its memo is lost. Only the customer knows that no memo is needed.
    if (requiresMemo && this.memo === '' && !this.isMemoWaived) {
      this.memoProblem = 'exchange.memoMissing';
      return false;
    }
    const { currencyTitle, networkTitle } = instrument;
    const question = { currencyTitle, networkTitle, address: this.text, getRejectReason: true };
    const { result, code } = await this.#platform.transport.call('instruments.validateAddress', question);
    return result || this.refuse(addressProblem(code));
  }

  /** Shows the host's rejection of the address or memo. Returns false when the error has another cause. */
  take(error: unknown): boolean {
    if (!(error instanceof ApiError) || error.code !== 'ERR_VALIDATION') return false;
    if (error.details?.['field'] === 'refundAddressMemo') runInAction(() => (this.memoProblem = 'error_memo_incorrect'));
    else this.refuse(addressProblem(error.details?.['code']));
    return true;
  }

  private refuse(problem: MessageId): false {
    runInAction(() => {
      this.problem = problem;
    });
    return false;
  }
}
