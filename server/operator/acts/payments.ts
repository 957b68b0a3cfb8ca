import { compare, type Decimal } from '../../../contract/money.ts';
import { isInRecovery } from '../../db/repositories/recovery/recoveries.ts';
import { isPaymentStopped } from '../../db/repositories/switches.ts';
import type { OutboxKind, OutboxRow } from '../../db/tables/payments.ts';
import { isCapReason } from '../../payments/caps.ts';
import { isCustomerSend } from '../../payments/outbox/enqueue.ts';
import { isStoppedByAct } from '../../payments/outbox/signedStops.ts';
import { gatewayOf } from '../../ports/chain/gatewayOf.ts';
import type { OperatorContext } from '../operatorContext.ts';

/** Why a payment does not leave at once although the act lets it. */
export type PaymentWarning = 'NOT_CONNECTED' | 'PAYOUTS_STOPPED' | 'WAITS';

/** A payment to a customer as an operator is shown it. */
export interface PaymentEffect {
  sendId: string;
  kind: OutboxKind;
  amount: Decimal;
  instrument: string;
  network: string;
  address: string;
  memo: string | null;
  /** When the payment was decided; null while unknown */
  usdValue: Decimal | null;
  /** It is worth more than a payment may be without a person, or a cap holds it, or its value is unknown (D41). */
  isAboveCap: boolean;
  warnings: PaymentWarning[];
}

export async function describePayment(context: OperatorContext, send: OutboxRow): Promise<PaymentEffect> {
  const { database, gateways, caps, now } = context;
  const { id, kind, amount, instrument, network, to_address: address, memo, usd_value: usdValue } = send;
  const warnings: [PaymentWarning, boolean][] = [
    ['NOT_CONNECTED', !gateways.has(network)],
    ['PAYOUTS_STOPPED', (await isPaymentStopped(database, id)) || (await isStoppedByAct(context, database, send))],
    ['WAITS', kind === 'WITHDRAWAL' && send.state === 'HELD' && send.not_before > now()],
  ];
  return {
    sendId: id,
    kind,
    amount,
    instrument,
    network,
    address,
    memo,
    usdValue,
    isAboveCap: isCapReason(send.reason) || isAboveCap(caps, usdValue),
    warnings: warnings.flatMap(([warning, applies]) => (applies ? [warning] : [])),
  };
}

/** Whether an amount is worth more than a payment may be without a person (D41), or its value is unknown. */
export function isAboveCap(caps: OperatorContext['caps'], usdValue: Decimal | null): boolean {
  return usdValue === null || compare(usdValue, caps.perOrderUsd) > 0;
}

/** Amount and coin of a row never change. Every change of its recipient comes with another idempotency key. */
export function versionOf(send: OutboxRow): unknown {
  const { id, state, idempotency_key, to_address, memo, overridden_at, arrival_note } = send;
  return { id, state, idempotency_key, to_address, memo, overridden_at, arrival_note };
}

export function isPaymentToCustomer(send: OutboxRow | undefined): send is OutboxRow {
  return send !== undefined && isCustomerSend(send.kind);
}

/** Whether transactions left the treasury of a network that nobody has explained yet: each unsent payment may be one of them (D73, D76). */
export async function mayHaveLeft(context: Pick<OperatorContext, 'gateways' | 'database'>, network: string): Promise<boolean> {
  if (await isInRecovery(context.database, network)) return true;
  const { mined, known } = await gatewayOf(context, network).records.count();
  return mined > known;
}

/**
 * Returns whether a send has certainly not left. HELD is never sent. REFUSED is retried, so the network must not know its key.
 * The network must confirm that FAILED has failed. A send in any other state, or one that a process works on, may be on its way. A
 * process that begins to send it meanwhile is stopped by the caller's conditional write, or by the sender's fence.
 */
export async function isUnsent(context: Pick<OperatorContext, 'gateways' | 'database'>, row: OutboxRow): Promise<boolean> {
  if (await mayHaveLeft(context, row.network)) return false;
  if (row.state === 'HELD') return true;
  if (row.lease_owner !== null || (row.state !== 'REFUSED' && row.state !== 'FAILED')) return false;
  const { state } = await gatewayOf(context, row.network).sendState(row.idempotency_key);
  return state === (row.state === 'FAILED' ? 'failed' : 'unknown');
}
