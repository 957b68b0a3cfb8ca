import { reaction } from 'mobx';
import type { Decimal } from '../../../contract/money.ts';
import type { RateMode } from '../../../contract/order.ts';
import type { KeyValueStorage } from '../../../contract/platform.ts';
import type { DeliveryStore } from './DeliveryStore.ts';
import type { ExchangeStore, Side } from './ExchangeStore.ts';
import type { SubmissionStore } from './SubmissionStore.ts';

const STORAGE_KEY = 'exchange-draft';
const WRITE_DELAY_MS = 300;

interface Draft {
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
  areTermsAccepted: boolean;
}

interface Form {
  storage: KeyValueStorage;
  exchange: ExchangeStore;
  delivery: DeliveryStore;
  submission: SubmissionStore;
}

/** Stores the form so that it survives a reload in the same tab. Returns the function that stops it. */
export function keepDraft(form: Form): () => void {
  const draft = read(form.storage);
  if (draft && draft.send === form.exchange.send && draft.receive === form.exchange.receive) restore(form, draft);
  return reaction(
    () => take(form),
    (next) => form.storage.set(STORAGE_KEY, JSON.stringify(next)),
    { delay: WRITE_DELAY_MS },
  );
}

function take({ exchange, delivery: { destination, refund, email }, submission }: Form): Draft {
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
    areTermsAccepted: submission.areTermsAccepted,
  };
}

function restore({ exchange, delivery, submission }: Form, draft: Draft): void {
  exchange.restore(draft);
  const { destination, refund } = delivery;
  // Values already in the form are newer than the draft.
  if (destination.text === '' && draft.destination !== '') destination.type(draft.destination);
  if (destination.memo === '') destination.setMemo(draft.destinationMemo);
  if (draft.isMemoWaived) destination.waiveMemo(true);
  if (refund.text === '' && draft.refund !== '') refund.type(draft.refund);
  if (refund.memo === '') refund.setMemo(draft.refundMemo);
  if (draft.isRefundMemoWaived) refund.waiveMemo(true);
  if (delivery.email === '') delivery.setEmail(draft.email);
  if (draft.areTermsAccepted) submission.acceptTerms(true);
}

function read(storage: KeyValueStorage): Draft | null {
  try {
    const stored: unknown = JSON.parse(storage.get(STORAGE_KEY) ?? 'null');
    return isDraft(stored) ? stored : null;
  } catch {
    return null;
  }
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null) return false;
  const fields = new Map(Object.entries(value));
  const texts = ['send', 'receive', 'typedText', 'destination', 'destinationMemo', 'refund', 'refundMemo', 'email'];
  return (
    texts.every((field) => typeof fields.get(field) === 'string') &&
    ['send', 'receive'].includes(String(fields.get('typedSide'))) &&
    ['FIXED', 'FLOATING'].includes(String(fields.get('chosenMode'))) &&
    (fields.get('writtenAmount') === null || typeof fields.get('writtenAmount') === 'string') &&
    ['isMemoWaived', 'areTermsAccepted'].every((field) => typeof fields.get(field) === 'boolean') &&
    ['boolean', 'undefined'].includes(typeof fields.get('isRefundMemoWaived'))
  );
}
