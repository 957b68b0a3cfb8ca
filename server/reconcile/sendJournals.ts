import { sum, type Decimal } from '../../contract/money.ts';
import type { OutboxRow } from '../db/tables/payments.ts';
import type { LedgerLine } from '../payments/ledger.ts';
import { failedLines, sentLines, sourceOf, type FeePaid } from '../payments/outbox/bookSend.ts';
import { reversalOf, type ExpectedJournal, type JournalEntries } from './compareJournals.ts';
import type { ReconcileContext } from './difference.ts';

/**
 * Returns the journals that a send must have: its confirmation, and the fees of attempts that failed in a block. The fee that a network
 * charged is read from `actual`; `sendFees.ts` compares it with the network.
 */
export function expectedSendJournals(
  { catalogue }: Pick<ReconcileContext, 'catalogue'>,
  send: OutboxRow,
  actual: JournalEntries,
): ExpectedJournal[] {
  const native = catalogue.networks.get(send.network)?.nativeInstrument ?? send.instrument;
  const feeOf = (id: string): FeePaid => ({ instrumentSlug: native, amount: bookedFee(actual.get(id) ?? [], native) });
  const source = sourceOf(send);
  const journals: ExpectedJournal[] = [];
  for (const key of keysOf(send)) {
    // Whether an attempt failed is known to the network only, so a missing journal is no difference here (`sends.ts`).
    const id = `failed:${key}`;
    if (!actual.has(id)) continue;
    const failed = { id, kind: 'SEND_FAILED', source, lines: failedLines(send, feeOf(id)) } as const;
    const isPaidAfterAll = key === send.idempotency_key && send.state === 'CONFIRMED';
    journals.push(failed, ...(isPaidAfterAll ? [reversalOf(failed)] : []));
  }
  if (send.state !== 'CONFIRMED') return journals;
  const id = `sent:${send.idempotency_key}`;
  return [...journals, { id, kind: 'SENT', source, lines: sentLines(send, feeOf(id)) }];
}

/** Returns the network fee in a journal; "0" instead of a negative one, which no send has. */
export function bookedFee(entries: readonly LedgerLine[], instrument: string): Decimal {
  const lines = entries.filter((line) => line.account === 'NETWORK_FEES' && line.instrument === instrument);
  const fee = sum(lines.map((line) => line.amount));
  return fee.startsWith('-') ? '0' : fee;
}

/** Returns the idempotency keys that a send had and has: `id`, `id#2`, … */
export function keysOf({ id, idempotency_key: key }: Pick<OutboxRow, 'id' | 'idempotency_key'>): string[] {
  const last = Number(/#(\d+)$/.exec(key)?.[1] ?? '1');
  return Array.from({ length: Math.min(last, MOST_KEYS) }, (_, index) => (index === 0 ? id : `${id}#${index + 1}`));
}

/** No operator retries a send so often. A changed number must not cost memory. */
const MOST_KEYS = 1_000;
