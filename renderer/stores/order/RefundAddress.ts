import { makeAutoObservable, runInAction } from 'mobx';
import { ApiError } from '../../../contract/errors.ts';
import type { Platform } from '../../../contract/platform.ts';
import type { MessageId } from '../../i18n/messages.ts';
import { addressProblem } from './addressProblem.ts';

interface Question {
  /** The coin that goes back. */
  instrument: { currencyTitle: string; networkTitle: string };
  /** Where the exchange pays to: a refund goes elsewhere (D10). */
  destinationAddress: string | null;
  /** Addresses of this coin may belong to many, told apart by a memo. */
  requiresMemo: boolean;
}

/** The address that a customer types for a refund: it can't be mended once the money moves, so it is asked about before. */
export class RefundAddress {
  text = '';
  memo = '';
  /** The customer says that the address needs no memo. */
  isMemoWaived = false;
  /** Wanted instead of the one that is known: that may be an account which is closed by now. */
  isWanted = false;
  problem: MessageId | null = null;
  memoProblem: 'exchange.memoMissing' | 'error_memo_incorrect' | null = null;
  private readonly platform: Platform;

  constructor({ platform }: { platform: Platform }) {
    this.platform = platform;
    makeAutoObservable<this, 'platform'>(this, { platform: false }, { autoBind: true });
  }

  set(text: string): void {
    this.text = text.trim();
    this.problem = null;
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

  /** What goes with the request. */
  get fields(): { refundAddress: string; refundAddressMemo?: string } {
    return { refundAddress: this.text, ...(this.memo !== '' && { refundAddressMemo: this.memo }) };
  }

  /** True when the host calls it good; else `problem` says why not. Rejects when the host does not answer. */
  async check({ instrument, destinationAddress, requiresMemo }: Question): Promise<boolean> {
    if (this.text === '') return this.refuse('error_address_empty');
    if (this.text === destinationAddress) return this.refuse('error_address_must_be_different');
    // Sent to a shared address without its memo, the money is nobody's: only its owner can say that none is needed.
    if (requiresMemo && this.memo === '' && !this.isMemoWaived) {
      this.memoProblem = 'exchange.memoMissing';
      return false;
    }
    const { currencyTitle, networkTitle } = instrument;
    const question = { currencyTitle, networkTitle, address: this.text, getRejectReason: true };
    const { result, code } = await this.platform.transport.call('instruments.validateAddress', question);
    return result || this.refuse(addressProblem(code));
  }

  /** Takes the host's refusal of the request itself. False when it is about something else. */
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
