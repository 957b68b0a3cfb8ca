import { makeAutoObservable } from 'mobx';
import { normaliseEmail } from '../../contract/email.ts';

/**
 * The e-mail that a form asks for. Plus signs are removed (§5). Without them, the address can belong to somebody else: the customer
 * confirms that the mailbox is theirs before the form is sent (D22).
 */
export class TypedEmail {
  text = '';
  /** A plus sign was removed, and the field was not emptied since. */
  isChanged = false;
  /** The customer confirmed the changed address. */
  isMine = false;
  /** How often the form was sent without a confirmation. */
  timesAsked = 0;

  constructor() {
    makeAutoObservable(this, {}, { autoBind: true });
  }

  get isUnconfirmed(): boolean {
    return this.isChanged && !this.isMine;
  }

  /** Takes what was typed or filled in. Returns it without spaces and plus signs. */
  type(typed: string): string {
    const text = normaliseEmail(typed);
    this.isChanged = text !== '' && (this.isChanged || typed.includes('+'));
    this.isMine = this.isMine && text === this.text;
    this.text = text;
    return text;
  }

  /** Shows an address that was typed before. */
  restore(text: string, isUnconfirmed: boolean): void {
    this.type(text);
    this.isChanged = isUnconfirmed && this.text !== '';
  }

  confirm(isMine: boolean): void {
    this.isMine = isMine;
  }

  /** Returns whether the form may send the address. If not, the form asks whether the mailbox is the customer's. */
  check(): boolean {
    if (this.isUnconfirmed) this.timesAsked += 1;
    return !this.isUnconfirmed;
  }
}
