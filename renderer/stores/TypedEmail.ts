import { makeAutoObservable, observableRef } from 'mobx';
import { normaliseEmail } from '../../contract/email.ts';

/**
 * The e-mail that a form asks for. Plus signs are removed (§5). Without them, the address can belong to somebody else: the customer
 * confirms that the mailbox is theirs before the form is sent (D22). That ends when what followed the sign is replaced.
 */
export class TypedEmail {
  text = '';
  /** Where plus signs were removed from the text, as positions in it. */
  private removed: readonly number[] = [];
  /** The customer confirmed the changed address. */
  isMine = false;
  /** How often the form was sent without a confirmation. */
  timesAsked = 0;

  constructor() {
    makeAutoObservable<this, 'removed'>(this, { removed: observableRef }, { autoBind: true });
  }

  /** A plus sign was removed from the address. */
  get isChanged(): boolean {
    return this.removed.length > 0;
  }

  get isUnconfirmed(): boolean {
    return this.isChanged && !this.isMine;
  }

  /** Takes what was typed or filled in. Returns it without spaces and plus signs. */
  type(typed: string): string {
    const text = normaliseEmail(typed);
    const kept = this.removed.flatMap((place) => movedTo(place, this.text, text) ?? []);
    const added = [...typed.matchAll(/\+/g)].map(({ index }) => normaliseEmail(typed.slice(0, index)).length);
    this.removed = text === '' ? [] : [...new Set([...kept, ...added])];
    this.isMine = this.isMine && text === this.text;
    this.text = text;
    return text;
  }

  /** Shows an address that was typed before. */
  restore(text: string, isUnconfirmed: boolean): void {
    this.type(text);
    if (isUnconfirmed && this.text !== '') this.removed = [0];
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

/**
 * Returns where a position of the text is after an edit; null if the edit replaced what is around it, or all that follows it up to the at
 * sign.
 */
function movedTo(place: number, before: string, after: string): number | null {
  const start = commonLength(before, after);
  const end = before.length - commonLength(reversed(before.slice(start)), reversed(after.slice(start)));
  if (end < place || (end === place && start < place)) return place + after.length - before.length;
  if (start > place) return place;
  const at = before.indexOf('@', place);
  const isReplaced = start < place || (at !== -1 && end >= at && end > place);
  return isReplaced ? null : place;
}

const reversed = (text: string): string => [...text].toReversed().join('');

function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
