import type { Instrument } from '../../../contract/api/instruments.ts';
import type { AddressStore } from './AddressStore.ts';
import type { AmountProblem } from './amountProblem.ts';
import type { DeliveryStore } from './DeliveryStore.ts';
import type { ExchangeStore } from './ExchangeStore.ts';

export type AddressStep = 'empty' | 'checking' | 'invalid' | 'unverified';

/** The next step of the customer or the service, from top to bottom of the form (D23). */
export type NextStep =
  | { kind: 'service' }
  | { kind: 'unsupported' }
  | { kind: 'amount'; problem: AmountProblem }
  | { kind: 'rate' }
  | { kind: 'destination'; address: AddressStep }
  | { kind: 'memo' | 'refundMemo'; isWrong: boolean }
  | { kind: 'refund'; address: AddressStep | 'same' }
  | { kind: 'email' }
  | { kind: 'mailbox' }
  | { kind: 'deviation' }
  | { kind: 'terms' }
  | { kind: 'ready' };

interface Form {
  exchange: ExchangeStore;
  delivery: DeliveryStore;
  isServiceWorking: boolean;
  needsDeviationTick: boolean;
  isDeviationAccepted: boolean;
  areTermsAccepted: boolean;
  /** The field that the host refused, until it is changed; empty: none */
  refusedField: string;
}

/** Returns the first missing step. The button names it. */
export function nextStep({ exchange, delivery, ...form }: Form): NextStep {
  const { problem, isUnsupported, isStale, line, mode, isBuying, sendInstrument, receiveInstrument } = exchange;
  const { destination, refund, sharedAccount, isEmailWrong, typedEmail } = delivery;
  if (!form.isServiceWorking) return { kind: 'service' };
  if (isUnsupported) return { kind: 'unsupported' };
  if (problem) return { kind: 'amount', problem };
  if (!line.data) return { kind: 'rate' };
  if (!destination.isValid) return { kind: 'destination', address: addressStep(destination) };
  const isRefused = (field: string): boolean => form.refusedField === field;
  const memo = memoStep(receiveInstrument, destination, isRefused('destinationAddressMemo'));
  if (memo) return { kind: 'memo', ...memo };
  // Required for a fixed rate (§5), optional for a floating one (D8). A given address must be valid in both. Money returns to the card.
  if (!isBuying && (mode === 'FIXED' || refund.text !== '')) {
    if (!refund.isValid) return { kind: 'refund', address: addressStep(refund) };
    if (mode === 'FIXED' && sharedAccount === 'same') return { kind: 'refund', address: 'same' };
    const refundMemo = memoStep(sendInstrument, refund, isRefused('refundAddressMemo'));
    if (refundMemo) return { kind: 'refundMemo', ...refundMemo };
  }
  if (isEmailWrong || isRefused('userEmail')) return { kind: 'email' };
  if (typedEmail.isUnconfirmed) return { kind: 'mailbox' };
  if (form.needsDeviationTick && !form.isDeviationAccepted) return { kind: 'deviation' };
  if (!form.areTermsAccepted) return { kind: 'terms' };
  if (isStale || !line.isCurrent) return { kind: 'rate' };
  return { kind: 'ready' };
}

/** A missing memo can lose the payment, because accounts share the address. Only the customer can tick that none is needed. */
function memoStep(instrument: Instrument | null, store: AddressStore, isRefused: boolean): { isWrong: boolean } | null {
  if (!instrument?.requiresMemo || store.isMemoWaived) return null;
  const isWrong = store.memoProblem !== null || isRefused;
  return isWrong || store.paidMemo === '' ? { isWrong } : null;
}

function addressStep({ state }: AddressStore): AddressStep {
  return state.kind === 'valid' ? 'checking' : state.kind;
}
