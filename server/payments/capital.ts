import { canonicalJson } from '../../contract/signedDocuments/canonicalJson.ts';
import { isoTime } from '../../contract/isoTime.ts';
import type { Decimal } from '../../contract/money.ts';
import type { Executor } from '../db/database.ts';
import { lockInTransaction } from '../db/lockInTransaction.ts';
import { insertCapitalRecords, nextCapitalNumber } from '../db/repositories/treasury.ts';
import type { DocumentSigner } from '../guarantee/documentSigner.ts';
import type { CapitalRecord } from '../guarantee/records.ts';
import type { PaymentContext } from './paymentContext.ts';
import { post, transferLines, type LedgerLine } from './ledger.ts';
import { parseVenueInstrument } from './venueInstrument.ts';

export interface CapitalChange {
  instrument: string;
  /** Signed, in the instrument */
  amount: Decimal;
  note: string;
  /** What an exchange credited or took: income or cost, and no capital */
  isResult?: boolean;
}

/**
 * Books changes of our own money at the treasury or at an exchange (D9), each with a signed record and the journal `capital:<instrument>:<number>`.
 * A change of 0 has only a record. `choose` returns the changes to book; no other process that books capital overlaps it. Returns
 * the ids of the journals.
 */
export async function bookCapital(
  { signer, now }: Pick<PaymentContext, 'now'> & { readonly signer: DocumentSigner },
  transaction: Executor,
  choose: () => Promise<readonly CapitalChange[]>,
): Promise<string[]> {
  await lockInTransaction(transaction, 'capital');
  const changes = await choose();
  const first = await nextCapitalNumber(transaction);
  const at = now();
  const numbered = changes.map((change, index) => ({ ...change, number: first + index }));
  const records = numbered.map(({ number, instrument, amount, note, isResult }) => {
    const record = {
      kind: 'capital',
      number: String(number),
      instrument,
      amount,
      account: accountOf(isResult),
      note,
      at: isoTime(at),
    } as const;
    const { document, signature, keyId } = signer.signCapital(record);
    return { number, document: canonicalJson(document), signature, key_id: keyId };
  });
  await insertCapitalRecords(transaction, records);
  const journals = numbered.map((change) => ({
    id: capitalJournalId(change),
    kind: 'CAPITAL' as const,
    at,
    lines: capitalLines({ ...change, account: accountOf(change.isResult) }),
  }));
  await post(transaction, ...journals);
  return journals.map(({ id }) => id);
}

export function capitalJournalId({ instrument, number }: { instrument: string; number: number | string }): string {
  return `capital:${instrument}:${number}`;
}

const accountOf = (isResult = false): CapitalRecord['account'] => (isResult ? 'VENUE_RESULT' : 'CAPITAL');

export function capitalLines({
  account,
  instrument,
  amount,
}: Pick<CapitalRecord, 'account' | 'instrument' | 'amount'>): LedgerLine[] {
  return transferLines(account, parseVenueInstrument(instrument) ? 'VENUE' : 'TREASURY', instrument, amount);
}
