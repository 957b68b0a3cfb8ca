import { makeAutoObservable } from 'mobx';
import type { Instrument } from '../../../contract/api/instruments.ts';
import { isEmail, normaliseEmail } from '../../../contract/email.ts';
import type { Decimal } from '../../../contract/money.ts';
import type { Platform } from '../../../contract/platform.ts';
import { amountAskedFor, asksFor, readPaymentUri } from '../../../contract/readPaymentUri.ts';
import { AddressStore } from './AddressStore.ts';

export type AddressField = 'destination' | 'refund';

/** What a pasted payment request brought, or why it does not fit. */
export type PasteNote = { kind: 'filled'; withAmount: boolean; withMemo: boolean } | { kind: 'otherCoin'; scheme: string };

/** Where the coins go, and where they come back to: addresses, memos, e-mail. */
export class DeliveryStore {
  readonly destination: AddressStore;
  readonly refund: AddressStore;
  email = '';
  /** The network of the refund address shares its addresses with the destination's only within one family (D10). */
  private families: [string | undefined, string | undefined] = [undefined, undefined];
  pasted: { field: AddressField; note: PasteNote } | null = null;
  /** Texts given up by a change of coin, by slug: choosing the coin again brings them back. */
  private remembered = new Map<string, { text: string; memo: string }>();
  private slugs: Record<AddressField, string> = { destination: '', refund: '' };

  constructor({ platform }: { platform: Platform }) {
    this.destination = new AddressStore({ platform });
    this.refund = new AddressStore({ platform });
    makeAutoObservable<this, 'remembered' | 'slugs'>(this, { remembered: false, slugs: false }, { autoBind: true });
  }

  get isEmailWrong(): boolean {
    return this.email !== '' && !isEmail(this.email);
  }

  /** D10: the same place for both, within one family of networks. An address is compared as that family writes it. */
  get isRefundSameAsDestination(): boolean {
    const [to, from] = this.families;
    const [left, right] = [this.destination.text, this.refund.text];
    if (left === '' || right === '' || to !== from) return false;
    return to === 'evm' ? left.toLowerCase() === right.toLowerCase() : left === right;
  }

  /** D22: a plus sign is stripped; a hint beside the field says so. */
  setEmail(email: string): void {
    this.email = normaliseEmail(email);
  }

  /** Types or pastes into an address field. Returns the amount that a payment request asks to arrive, in `instrument`. */
  type(field: AddressField, text: string, instrument: Instrument | null): Decimal | null {
    const uri = readPaymentUri(text);
    this.pasted = null;
    if (!uri) {
      this[field].type(text);
      return null;
    }
    this[field].type(uri.address);
    if (!instrument || !asksFor(uri, instrument)) {
      this.pasted = { field, note: { kind: 'otherCoin', scheme: uri.scheme } };
      return null;
    }
    if (uri.memo !== null && instrument.requiresMemo) this[field].setMemo(uri.memo);
    const asked = field === 'destination' ? amountAskedFor(uri, instrument) : null;
    const withMemo = uri.memo !== null && instrument.requiresMemo;
    this.pasted = { field, note: { kind: 'filled', withAmount: asked !== null, withMemo } };
    return asked;
  }

  /** The coins of the form changed: a text goes with its coin, to the other side too when the pair was exchanged. */
  use(send: Instrument | null, receive: Instrument | null): void {
    this.families = [receive?.network?.family, send?.network?.family];
    const changes = [
      { field: 'destination' as const, instrument: receive },
      { field: 'refund' as const, instrument: send },
    ].filter(({ field, instrument }) => instrument !== null && instrument.slug !== this.slugs[field]);
    for (const { field } of changes) {
      const { text, memo } = this[field];
      if (this.slugs[field] !== '') this.remembered.set(this.slugs[field], { text, memo });
    }
    for (const { field, instrument } of changes) if (instrument) this.follow(field, instrument);
  }

  private follow(field: AddressField, instrument: Instrument): void {
    const store = this[field];
    const isFirst = this.slugs[field] === '';
    this.slugs[field] = instrument.slug;
    store.use(instrument);
    if (isFirst) return;
    const known = this.remembered.get(instrument.slug);
    store.type(known?.text ?? '');
    store.setMemo(known?.memo ?? '');
    store.waiveMemo(false);
    this.pasted = null;
  }
}
