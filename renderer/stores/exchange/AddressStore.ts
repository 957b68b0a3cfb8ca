import { makeAutoObservable, runInAction } from 'mobx';
import type { Instrument, ValidateAddressOutput } from '../../../contract/api/instruments.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { Decimal } from '../../../contract/money.ts';
import type { PasteNote } from '../../../contract/paymentUri/pastedRequest.ts';
import type { MessageId } from '../../i18n/messages.ts';
import type { Platform } from '../../../contract/platform.ts';
import { cleanAddress, cleanMachineText, hasUnseen } from '../../../contract/input/machineText.ts';
import type { MemoProblem } from '../../../contract/input/memoRule.ts';
import { readPastedRequest } from '../paymentRequest.ts';

/** Pauses between attempts while the host does not answer, in ms: each is twice the one before. Then only the customer asks again. */
const [FIRST_RETRY_MS, LAST_RETRY_MS] = [2_000, 64_000];
/** Pause in typing before an address is validated, in ms. */
const SETTLE_MS = 250;

export type AddressState =
  | { kind: 'empty' }
  | { kind: 'checking' }
  /** `account`: the same for all addresses of one account (D86). `memo`: what the address itself contains */
  | { kind: 'valid'; account?: string; memo?: string }
  | {
      kind: 'invalid';
      code: ValidateAddressOutput['code'];
      detectedNetworks: string[];
      /** The token whose contract the address is */
      contractOf?: string;
      /** Why the host refused the order's address, when no code says it */
      refusal?: MessageId;
    }
  /** The host did not answer. Pressing the button validates again. */
  | { kind: 'unverified' };

/** One address of the form with its memo, validated by the host (§5). */
export class AddressStore {
  text = '';
  memo = '';
  /** Invisible characters were removed from what was pasted last (D85). */
  isTextCleaned = false;
  isMemoCleaned = false;
  /** Why the network can't carry the memo */
  memoProblem: MemoProblem | null = null;
  /** The customer ticked that the address needs no memo. */
  isMemoWaived = false;
  state: AddressState = { kind: 'empty' };
  pasted: PasteNote | null = null;
  #instrument: Instrument | null = null;
  #retryMs = FIRST_RETRY_MS;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #controller: AbortController | null = null;
  readonly #platform: Platform;

  constructor({ platform }: { platform: Platform }) {
    this.#platform = platform;
    makeAutoObservable(this, {}, { autoBind: true });
  }

  get isValid(): boolean {
    return this.state.kind === 'valid';
  }

  /** The account behind the address as the host names it; the text until then. */
  get account(): string {
    return (this.state.kind === 'valid' && this.state.account) || this.text;
  }

  /** The memo that will be paid; empty: none. */
  get paidMemo(): string {
    return (this.state.kind === 'valid' && this.state.memo) || this.memo;
  }

  /** Takes an address or a payment request for a coin. Resolves with the amount of the request if it is wanted; null without one. */
  async enter(text: string, instrument: Instrument | null, { wantsAmount = false } = {}): Promise<Decimal | null> {
    this.type(text);
    const filled = instrument && (await readPastedRequest(text, instrument, wantsAmount));
    // The customer has typed on.
    if (!filled || this.text !== cleanAddress(text)) return null;
    return runInAction(() => {
      if (filled.address !== null) this.type(filled.address);
      if (filled.memo !== null) this.setMemo(filled.memo);
      this.pasted = filled.note;
      return filled.amount;
    });
  }

  type(text: string): void {
    this.pasted = null;
    this.text = cleanAddress(text);
    this.isTextCleaned = hasUnseen(text);
    this.judge(SETTLE_MS);
  }

  setMemo(memo: string): void {
    this.memo = cleanMachineText(memo);
    this.isMemoCleaned = hasUnseen(memo);
    this.memoProblem = null;
    if (this.memo === '') return;
    this.isMemoWaived = false;
    void this.judgeMemo();
  }

  waiveMemo(isWaived: boolean): void {
    this.isMemoWaived = isWaived;
    if (isWaived) this.setMemo('');
  }

  /** Sets the coin of the address and validates again. */
  use(instrument: Instrument | null): void {
    if (instrument?.slug === this.#instrument?.slug) return;
    this.#instrument = instrument;
    if (this.text !== '') this.judge(0);
  }

  /** Marks the address as rejected by the host at create, with its reason. */
  reject(refusal: MessageId): void {
    this.state = { kind: 'invalid', code: 'address_incorrect', detectedNetworks: [], refusal };
  }

  /** Retries a validation that got no answer. */
  retry(): void {
    if (this.state.kind === 'unverified') this.judge(0);
  }

  /** Few coins have memos, so their rules are loaded with the first one. */
  private async judgeMemo(): Promise<void> {
    const { memo } = this;
    const family = this.#instrument?.network?.family;
    const rule = family && (await import('../../../contract/input/memoRule.ts').catch(() => null));
    if (rule && this.memo === memo) runInAction(() => (this.memoProblem = rule.memoProblem(family, memo)));
  }

  private judge(delayMs: number): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#controller?.abort();
    this.#timer = null;
    if (this.text === '' || !this.#instrument) {
      this.state = { kind: 'empty' };
      return;
    }
    this.state = { kind: 'checking' };
    this.#retryMs = FIRST_RETRY_MS;
    this.#timer = setTimeout(() => void this.ask(), delayMs);
  }

  private async ask(): Promise<void> {
    const { text } = this;
    const instrument = this.#instrument;
    if (!instrument) return;
    const controller = new AbortController();
    this.#controller = controller;
    let state: AddressState;
    try {
      const { currencyTitle, networkTitle } = instrument;
      const input = { currencyTitle, networkTitle, address: text, getRejectReason: true };
      state = stateOf(await this.#platform.transport.call('instruments.validateAddress', input, { signal: controller.signal }));
    } catch (error) {
      // If the host rejects the request itself (too long, invalid characters), the address is invalid.
      const isJudged = error instanceof ApiError && (error.code === 'ERR_VALIDATION' || error.code === 'ERR_BAD_REQUEST');
      state = isJudged ? { kind: 'invalid', code: 'address_incorrect', detectedNetworks: [] } : { kind: 'unverified' };
    }
    if (controller.signal.aborted) return;
    runInAction(() => (this.state = state));
    if (state.kind !== 'unverified' || this.#retryMs > LAST_RETRY_MS) return;
    this.#timer = setTimeout(() => void this.ask(), this.#retryMs);
    this.#retryMs *= 2;
  }
}

function stateOf({ result, code, detectedNetworks = [], contractOf, account, memo }: ValidateAddressOutput): AddressState {
  if (result) return { kind: 'valid', ...(account !== undefined && { account }), ...(memo !== undefined && { memo }) };
  return {
    kind: 'invalid',
    code: code ?? 'address_incorrect',
    detectedNetworks,
    ...(contractOf !== undefined && { contractOf }),
  };
}
