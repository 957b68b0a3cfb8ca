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
  | { kind: 'memo' }
  | { kind: 'refund'; address: AddressStep | 'same' }
  | { kind: 'refundMemo' }
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
  if (receiveInstrument?.requiresMemo && lacksMemo(destination)) return { kind: 'memo' };
  // Required for a fixed rate (§5), optional for a floating one (D8). A given address must be valid in both. Money returns to the card.
  if (!isBuying && (mode === 'FIXED' || refund.text !== '')) {
    if (!refund.isValid) return { kind: 'refund', address: addressStep(refund) };
    if (mode === 'FIXED' && sharedAccount === 'same') return { kind: 'refund', address: 'same' };
    if (sendInstrument?.requiresMemo && lacksMemo(refund)) return { kind: 'refundMemo' };
  }
  if (isEmailWrong) return { kind: 'email' };
  if (typedEmail.isUnconfirmed) return { kind: 'mailbox' };
  if (form.needsDeviationTick && !form.isDeviationAccepted) return { kind: 'deviation' };
  if (!form.areTermsAccepted) return { kind: 'terms' };
  if (isStale || !line.isCurrent) return { kind: 'rate' };
  return { kind: 'ready' };
}

/** A missing memo can lose the payment, because accounts share the address. Only the customer can tick that none is needed. */
function lacksMemo({ paidMemo, isMemoWaived }: AddressStore): boolean {
  return paidMemo === '' && !isMemoWaived;
}

function addressStep({ state }: AddressStore): AddressStep {
  return state.kind === 'valid' ? 'checking' : state.kind;
}
