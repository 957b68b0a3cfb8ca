import { makeAutoObservable } from 'mobx';
import type { Instrument } from '../../../contract/api/instruments.ts';
import { isMailAddress } from '../../../contract/email.ts';
import type { Decimal } from '../../../contract/money.ts';
import type { Platform } from '../../../contract/platform.ts';
import { TypedEmail } from '../TypedEmail.ts';
import { AddressStore } from './AddressStore.ts';

export type AddressField = 'destination' | 'refund';

/** Destination and refund addresses with their memos, and the e-mail. */
export class DeliveryStore {
  readonly destination: AddressStore;
  readonly refund: AddressStore;
  readonly typedEmail = new TypedEmail();
  /** Network families of destination and refund. Only networks of one family share addresses (D10). */
  private families: [string | undefined, string | undefined] = [undefined, undefined];
  /** Texts of previously chosen coins, by slug. Choosing the coin again restores them. */
  #remembered = new Map<string, { text: string; memo: string }>();
  #slugs: Record<AddressField, string> = { destination: '', refund: '' };

  constructor({ platform }: { platform: Platform }) {
    this.destination = new AddressStore({ platform });
    this.refund = new AddressStore({ platform });
    makeAutoObservable(this, {}, { autoBind: true });
  }

  get email(): string {
    return this.typedEmail.text;
  }

  get isEmailWrong(): boolean {
    return this.email !== '' && !isMailAddress(this.email);
  }

  /** Whether payout and refund go to one account of a network family (D10). `otherMemo`: memos tell two accounts of it apart. */
  get sharedAccount(): 'no' | 'same' | 'otherMemo' {
    const { destination, refund, families } = this;
    if (refund.text === '' || families[0] !== families[1] || destination.account !== refund.account) return 'no';
    const memos = [destination.paidMemo, refund.paidMemo];
    return memos.includes('') || memos[0] === memos[1] ? 'same' : 'otherMemo';
  }

  /** Sets an address field. Resolves with the amount to receive of a payment request in `instrument`; null without one. */
  async type(field: AddressField, text: string, instrument: Instrument | null): Promise<Decimal | null> {
    return await this[field].enter(text, instrument, { wantsAmount: field === 'destination' });
  }

  /** Sets the coins of the form. A text moves with its coin, also to the other side when the pair was swapped. */
  use(send: Instrument | null, receive: Instrument | null): void {
    this.families = [receive?.network?.family, send?.network?.family];
    const changes = [
      { field: 'destination' as const, instrument: receive },
      { field: 'refund' as const, instrument: send },
    ].filter(({ field, instrument }) => instrument !== null && instrument.slug !== this.#slugs[field]);
    for (const { field } of changes) {
      const { text, memo } = this[field];
      if (this.#slugs[field] !== '') this.#remembered.set(this.#slugs[field], { text, memo });
    }
    for (const { field, instrument } of changes) if (instrument) this.follow(field, instrument);
  }

  private follow(field: AddressField, instrument: Instrument): void {
    const store = this[field];
    const isFirst = this.#slugs[field] === '';
    this.#slugs[field] = instrument.slug;
    store.use(instrument);
    if (isFirst) return;
    const known = this.#remembered.get(instrument.slug);
    store.type(known?.text ?? '');
    store.setMemo(known?.memo ?? '');
    store.waiveMemo(false);
  }
}
