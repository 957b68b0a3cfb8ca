import { makeAutoObservable, runInAction } from 'mobx';
import { ApiError } from '../../../contract/errors.ts';
import type { Instrument } from '../../../contract/api/instruments.ts';
import type { Platform } from '../../../contract/platform.ts';
import type { MemoProblem } from '../../../contract/input/memoRule.ts';
import { cleanAddress, cleanMachineText, hasUnseen } from '../../../contract/input/machineText.ts';
import type { MessageId } from '../../i18n/messages.ts';
import { readPaymentRequest } from '../paymentRequest.ts';
import { addressProblem } from './addressProblem.ts';

interface Question {
  /** The coin of the refund */
  instrument: Pick<Instrument, 'currencyTitle' | 'networkTitle' | 'network'>;
  /** Many customers may share an address of this coin, distinguished by a memo. */
  requiresMemo: boolean;
}

/** The refund address that a customer enters. It is validated first, because a refund cannot be corrected. */
export class RefundAddress {
  text = '';
  memo = '';
  /** Invisible characters were removed from what was pasted last (D85). */
  isTextCleaned = false;
  isMemoCleaned = false;
  /** The customer confirmed that the address needs no memo. */
  isMemoWaived = false;
  /** The customer wants another address than the known one, which may be a closed account. */
  isWanted = false;
  problem: MessageId | null = null;
  problemValues: Record<string, string> = {};
  memoProblem: MemoProblem | 'missing' | 'other' | null = null;
  readonly #platform: Platform;

  constructor({ platform }: { platform: Platform }) {
    this.#platform = platform;
    makeAutoObservable(this, {}, { autoBind: true });
  }

  /**
   * Takes an address or a payment request for the network of the refund. Its memo is taken if that network uses memos. A request that
   * must not be used is refused. The host judges one of another network.
   */
  async set(text: string, coin: Pick<Instrument, 'network' | 'requiresMemo'> = { requiresMemo: false }): Promise<void> {
    this.text = cleanAddress(text);
    this.isTextCleaned = hasUnseen(text);
    this.problem = null;
    const reading = await readPaymentRequest(text, coin);
    // The customer has typed on.
    if (!reading || reading.kind === 'otherNetwork' || this.text !== cleanAddress(text)) return;
    if (reading.kind === 'refused') this.refuse('error_payment_request', { ...reading.fault });
    else
      runInAction(() => {
        this.text = reading.address;
        if (coin.requiresMemo && reading.memo !== null) this.setMemo(reading.memo);
      });
  }

  setMemo(memo: string): void {
    this.memo = cleanMachineText(memo);
    this.isMemoCleaned = hasUnseen(memo);
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
    if (requiresMemo && this.memo === '' && !this.isMemoWaived) return this.refuseMemo('missing');
    const { currencyTitle, networkTitle, network } = instrument;
    if (this.memo !== '' && network) {
      const { memoProblem } = await import('../../../contract/input/memoRule.ts');
      const problem = memoProblem(network.family, this.memo);
      if (problem) return this.refuseMemo(problem);
    }
    const question = { currencyTitle, networkTitle, address: this.text, getRejectReason: true };
    const { result, code, detectedNetworks = [] } = await this.#platform.transport.call('instruments.validateAddress', question);
    const [detected] = detectedNetworks;
    if (result) return true;
    return code === 'address_wrong_network' && detected !== undefined
      ? this.refuse('error_address_network', { detected })
      : this.refuse(addressProblem(code));
  }

  /** Shows the host's rejection of the address or memo. Returns false when the error has another cause. */
  take(error: unknown): boolean {
    if (!(error instanceof ApiError) || error.code !== 'ERR_VALIDATION') return false;
    if (error.details?.['field'] === 'refundAddressMemo') this.refuseMemo('other');
    else this.refuse(addressProblem(error.details?.['code']));
    return true;
  }

  private refuseMemo(problem: MemoProblem | 'missing' | 'other'): false {
    runInAction(() => (this.memoProblem = problem));
    return false;
  }

  private refuse(problem: MessageId, values: Record<string, string> = {}): false {
    runInAction(() => {
      this.problem = problem;
      this.problemValues = values;
    });
    return false;
  }
}
