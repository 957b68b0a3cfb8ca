import { reaction } from 'mobx';
import type { Decimal } from '../../../contract/money.ts';
import type { RateMode } from '../../../contract/order.ts';
import type { KeyValueStorage } from '../../../contract/platform.ts';
import type { DeliveryStore } from './DeliveryStore.ts';
import type { ExchangeStore, Side } from './ExchangeStore.ts';
import type { SubmissionStore } from './SubmissionStore.ts';
import { DRAFT_KEY, readStored } from '../storedJson.ts';

export interface ExchangeDraft {
  send: string;
  receive: string;
  typedSide: Side;
  typedText: string;
  /** The amount that the form wrote into the URL. */
  writtenAmount: Decimal | null;
  chosenMode: RateMode;
  destination: string;
  destinationMemo: string;
  isMemoWaived: boolean;
  /** Missing in drafts of older builds */
  isRefundMemoWaived?: boolean;
  refund: string;
  refundMemo: string;
  email: string;
  /** A plus sign was removed from the e-mail, and the customer has not confirmed it. Missing in drafts of older builds */
  isEmailUnconfirmed?: boolean;
  areTermsAccepted: boolean;
  /** The draft repeats an order, so it replaces what is in the form. */
  isRepeated?: boolean;
}

interface Form {
  storage: KeyValueStorage;
  exchange: ExchangeStore;
  delivery: DeliveryStore;
  submission: SubmissionStore;
}

/** Stores the form at each change, so that it survives a reload in the same tab and a crash. Returns the function that stops it. */
export function keepDraft(form: Form): () => void {
  const draft = read(form.storage);
  if (draft && draft.send === form.exchange.send && draft.receive === form.exchange.receive) restore(form, draft);
  return reaction(
    () => take(form),
    (next) => form.storage.set(DRAFT_KEY, JSON.stringify(next)),
  );
}

function take({ exchange, delivery: { destination, refund, email, typedEmail }, submission }: Form): ExchangeDraft {
  return {
    send: exchange.send,
    receive: exchange.receive,
    typedSide: exchange.typedSide,
    typedText: exchange.isTouched ? exchange.typedText : '',
    writtenAmount: exchange.writtenAmount,
    chosenMode: exchange.chosenMode,
    destination: destination.text,
    destinationMemo: destination.memo,
    isMemoWaived: destination.isMemoWaived,
    isRefundMemoWaived: refund.isMemoWaived,
    refund: refund.text,
    refundMemo: refund.memo,
    email,
    isEmailUnconfirmed: typedEmail.isUnconfirmed,
    areTermsAccepted: submission.areTermsAccepted,
  };
}

function restore({ exchange, delivery, submission }: Form, draft: ExchangeDraft): void {
  exchange.restore(draft);
  const { destination, refund } = delivery;
  // Values already in the form are newer than the draft, unless it repeats an order.
  const isRepeated = draft.isRepeated === true;
  if (isRepeated || (destination.text === '' && draft.destination !== '')) destination.type(draft.destination);
  if (isRepeated || destination.memo === '') destination.setMemo(draft.destinationMemo);
  if (draft.isMemoWaived) destination.waiveMemo(true);
  if (isRepeated || (refund.text === '' && draft.refund !== '')) refund.type(draft.refund);
  if (isRepeated || refund.memo === '') refund.setMemo(draft.refundMemo);
  if (draft.isRefundMemoWaived) refund.waiveMemo(true);
  if (delivery.email === '') delivery.typedEmail.restore(draft.email, draft.isEmailUnconfirmed === true);
  if (draft.areTermsAccepted) submission.acceptTerms(true);
}

function read(storage: KeyValueStorage): ExchangeDraft | null {
  const stored = readStored(storage, DRAFT_KEY);
  return isDraft(stored) ? stored : null;
}

function isDraft(value: unknown): value is ExchangeDraft {
  if (typeof value !== 'object' || value === null) return false;
  const fields = new Map(Object.entries(value));
  const texts = ['send', 'receive', 'typedText', 'destination', 'destinationMemo', 'refund', 'refundMemo', 'email'];
  return (
    texts.every((field) => typeof fields.get(field) === 'string') &&
    ['send', 'receive'].includes(String(fields.get('typedSide'))) &&
    ['FIXED', 'FLOATING'].includes(String(fields.get('chosenMode'))) &&
    (fields.get('writtenAmount') === null || typeof fields.get('writtenAmount') === 'string') &&
    ['isMemoWaived', 'areTermsAccepted'].every((field) => typeof fields.get(field) === 'boolean') &&
    ['isRefundMemoWaived', 'isEmailUnconfirmed', 'isRepeated'].every((field) =>
      ['boolean', 'undefined'].includes(typeof fields.get(field)),
    )
  );
}
