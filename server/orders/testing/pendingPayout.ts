import type { OutboxRow } from '../../db/tables/payments.ts';

/** Returns an outbox row of a USDT payout on TRON that was not attempted yet. */
export function pendingPayout(send: Pick<OutboxRow, 'id' | 'order_id' | 'to_address'> & Partial<OutboxRow>): OutboxRow {
  return {
    idempotency_key: send.id,
    kind: 'PAYOUT',
    network: 'tron',
    instrument: 'usdttrc20',
    from_index: null,
    memo: null,
    amount: '1',
    fee_limit: null,
    gas_factor: null,
    withdrawal_id: null,
    usd_value: null,
    state: 'PENDING',
    attempts: 0,
    not_before: 0,
    lease_owner: null,
    lease_until: 0,
    reason: null,
    overridden_at: null,
    tx_hash: null,
    created_at: 1,
    sent_at: null,
    confirmed_at: null,
    arrived_amount: null,
    arrival_note: null,
    payment_proof: null,
    ...send,
  };
}
