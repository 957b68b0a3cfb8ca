import { performance } from 'node:perf_hooks';
import type { Decimal } from '../../../contract/money.ts';
import type { AddressIndex } from '../../common/addressIndex.ts';
import type { Database, Executor } from '../../db/database.ts';
import { insertOutboxRow, listHeldSends, updateOutboxRow } from '../../db/repositories/outbox.ts';
import {
  CUSTOMER_KINDS,
  type CustomerKind,
  type OutboxKind,
  type OutboxRow,
  type PaymentSource,
} from '../../db/tables/payments.ts';
import { type Recipient, splitAddress } from '../../instruments/addresses/index.ts';
import { networkOf } from '../../instruments/lookup.ts';
import { capPriceOf, countOutflow, NO_USD_PRICE, reasonToHold, valueInUsd } from '../caps.ts';
import type { PaymentContext } from '../paymentContext.ts';

/** Limits how long the round of a network spends on revaluing held sends: each one sums the last hour of its instrument. */
const REVALUED_PER_ROUND = 50;

export interface Send {
  /** From {@link sendId}: unique per purpose, so that the same decision cannot write two sends */
  id: string;
  kind: OutboxKind;
  /** What it pays for */
  source: PaymentSource;
  network: string;
  instrument: string;
  /** The deposit address that pays; without it, the treasury */
  fromIndex?: AddressIndex;
  toAddress: string;
  memo: string | null;
  amount: Decimal;
  /** Fee to pay, exactly, in the native instrument. Set for sends that deposit addresses pay for. */
  fee?: Decimal;
  /** How many times the usual gas the recipient may use; without it, the network's own limit */
  gasFactor?: Decimal;
  /** It is not sent before this time, in ms since 1970. */
  notBefore?: number;
  /** Holds the send for an operator whatever the caps say; null: it does not. */
  holdReason?: string | null;
}

/** When this process last enqueued a send, by its monotonic clock */
const enqueuedAt = new WeakMap<Database, number>();

/** Returns whether this process has enqueued a send since a time of its monotonic clock. Its transaction may not have ended yet. */
export function hasEnqueuedSince(database: Database, since: number): boolean {
  return (enqueuedAt.get(database) ?? Number.NEGATIVE_INFINITY) >= since;
}

/**
 * Writes a send to the outbox, in the transaction of the transition that decided it (D9). A payment to a customer
 * above a cap is written as HELD (D41). Returns its state.
 */
export async function enqueue(context: PaymentContext, executor: Executor, send: Send): Promise<'PENDING' | 'HELD'> {
  enqueuedAt.set(context.database, performance.now());
  const now = context.now();
  const usdValue = valueInUsd(context, send);
  const reason = !isCustomerSend(send.kind)
    ? null
    : (send.holdReason ?? (await reasonToHold(context, executor, send.instrument, usdValue, now)));
  await insertOutboxRow(executor, rowOf(context, send, { usdValue, reason, now }));
  if (reason === null && usdValue !== null && isCustomerSend(send.kind)) await countOutflow(executor, usdValue, now);
  if (reason !== null) context.log.warn({ outboxId: send.id, reason }, 'send held: an operator must release it');
  return reason === null ? 'PENDING' : 'HELD';
}

/** Writes a payment on hold that has left already: the caps don't count it. */
export async function enqueueLeft(
  context: Pick<PaymentContext, 'catalogue' | 'now'>,
  executor: Executor,
  send: Send,
  reason: string,
): Promise<void> {
  await insertOutboxRow(executor, rowOf(context, send, { usdValue: null, reason, now: context.now() }));
}

function rowOf(
  context: Pick<PaymentContext, 'catalogue'>,
  send: Send,
  { usdValue, reason, now }: { usdValue: Decimal | null; reason: string | null; now: number },
): Parameters<typeof insertOutboxRow>[1] {
  const to = destinationOf(context, send);
  return {
    ...send.source,
    id: send.id,
    idempotency_key: send.id,
    kind: send.kind,
    network: send.network,
    instrument: send.instrument,
    from_index: send.fromIndex ?? null,
    to_address: to.address,
    memo: to.memo,
    amount: send.amount,
    fee_limit: send.fee ?? null,
    gas_factor: send.gasFactor ?? null,
    usd_value: usdValue,
    state: reason === null ? 'PENDING' : 'HELD',
    attempts: 0,
    not_before: send.notBefore ?? 0,
    lease_owner: null,
    lease_until: 0,
    reason,
    overridden_at: null,
    tx_hash: null,
    created_at: now,
    sent_at: null,
    confirmed_at: null,
    arrived_amount: null,
    arrival_note: null,
    payment_proof: null,
  };
}

/**
 * Checks the caps for sends that were held for lack of a price, once there is one, some per round. Each is released, or held
 * for its cap. The update is conditional: an operator may have released it first.
 */
export async function revalueHeldSends(context: PaymentContext, network: string): Promise<void> {
  const { database, now } = context;
  const onNetwork = [...context.catalogue.instruments.values()].filter((instrument) => instrument.network === network);
  for (const row of (await Promise.all(CUSTOMER_KINDS.map(listHeld))).flat()) {
    const usdValue = valueInUsd(context, row);
    if (usdValue === null) continue;
    await database.transaction().execute(async (transaction) => {
      const at = now();
      const reason = await reasonToHold(context, transaction, row.instrument, usdValue, at);
      // The caps count it from now on.
      const leaves = { state: 'PENDING', not_before: Math.max(row.not_before, at), created_at: at } as const;
      const isUpdated = await updateOutboxRow(transaction, row, { usd_value: usdValue, reason, ...(reason === null && leaves) });
      if (isUpdated && reason === null) await countOutflow(transaction, usdValue, at);
    });
  }

  /** Lists held sends whose instrument has a price now. Without the filter, unpriced ones would block the rest. */
  async function listHeld(kind: CustomerKind): Promise<OutboxRow[]> {
    const instruments = onNetwork.map(({ slug }) => slug).filter((slug) => capPriceOf(context, kind, slug) !== null);
    return await listHeldSends(database, { kind, instruments, reason: NO_USD_PRICE }, REVALUED_PER_ROUND);
  }
}

/** Returns the id of a send by what it is for: its kind, its subject and, if the subject has several, what tells them apart. */
export function sendId(kind: OutboxKind, ...parts: readonly (string | number)[]): string {
  return [kind, ...parts].join(':');
}

/** Splits an address that contains its memo for the network. */
function destinationOf(context: Pick<PaymentContext, 'catalogue'>, send: Send): Recipient {
  const split = splitAddress(networkOf(context, send.instrument), send.toAddress);
  return { address: split.address, memo: send.memo ?? split.memo };
}

/** Returns whether the treasury collects it in a batch and pays the fee: a sweep without a fee of its own. */
export function isBatchedSweep({ kind, fee_limit }: Pick<OutboxRow, 'kind' | 'fee_limit'>): boolean {
  return kind === 'SWEEP' && fee_limit === null;
}

/** Returns whether a send pays a customer. Sweeps and top-ups move our own funds. */
export function isCustomerSend(kind: OutboxKind): kind is CustomerKind {
  return CUSTOMER_KINDS.some((one) => one === kind);
}
