import { compare, sum } from '../../contract/money.ts';
import type { Executor } from '../db/database.ts';
import { listJournals } from '../db/repositories/audit.ts';
import type { OutboxRow } from '../db/tables/payments.ts';
import type { ChainGateway, SendState } from '../ports/chain/chainGateway.ts';
import { alarm, type Difference } from './difference.ts';
import { keysOf } from './sendJournals.ts';

const ADVICE = 'Look the transaction up. The host books what the network reports, so something else writes to the database.';

/**
 * Compares hash and fee of a send with the network: the fee of the confirmed transaction, and of each attempt that failed in a block.
 * `onNetwork` is the state of its current key. Throws what the gateway throws.
 */
export async function checkHashAndFees(
  database: Executor,
  gateway: ChainGateway,
  row: OutboxRow,
  onNetwork: SendState,
): Promise<Difference[]> {
  const found: Difference[] = [];
  const compareFee = async (journal: string, state: SendState): Promise<void> => {
    const paid = 'feePaid' in state ? state.feePaid : undefined;
    const entries = await listJournals(database, [journal, `cancelled:${journal}`]);
    const instrument = paid?.instrumentSlug ?? entries.find(({ account }) => account === 'NETWORK_FEES')?.instrument ?? '';
    // What a token kept of a sweep is a fee in the token's own instrument: the check of the journal's lines covers it.
    const fees = entries.filter((entry) => entry.account === 'NETWORK_FEES' && entry.instrument === instrument);
    const booked = sum(fees.map((entry) => entry.amount));
    const expected = paid?.amount ?? '0';
    if (compare(booked, expected) === 0) return;
    found.push(
      alarm(
        `${journal}:fee`,
        'the fee in the ledger is not what the network charged',
        `${booked} instead of ${expected} ${instrument}`,
        ADVICE,
      ),
    );
  };
  if (row.state === 'CONFIRMED' && onNetwork.state === 'confirmed') {
    if (row.tx_hash !== onNetwork.txHash) {
      const howMuch = `${row.tx_hash ?? 'none'} instead of ${onNetwork.txHash}`;
      found.push(alarm(`send:${row.id}:hash`, 'the transaction of a send is another one on the network', howMuch, ADVICE));
    }
    await compareFee(`sent:${row.idempotency_key}`, onNetwork);
  }
  // While an attempt is under way, a failure may still be reorged out.
  if (row.state === 'FAILED' || row.state === 'CANCELLED') await compareFee(`failed:${row.idempotency_key}`, onNetwork);
  for (const key of keysOf(row).slice(0, -1)) await compareFee(`failed:${key}`, await gateway.sendState(key));
  return found;
}
