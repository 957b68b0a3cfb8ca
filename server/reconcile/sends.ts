import { compare } from '../../contract/money.ts';
import { findRecordedSend, listSendsWithoutOutbox, type RecordedSend } from '../db/repositories/audit.ts';
import { findOutboxRow } from '../db/repositories/outbox.ts';
import type { OutboxRow, OutboxState } from '../db/tables/orders.ts';
import { normaliseAddress } from '../instruments/addresses/index.ts';
import { ChainUnavailableError, type SendState } from '../ports/chain/chainGateway.ts';
import type { Difference, ReconcileContext } from './difference.ts';

/** What the network may say of a send in each state of the outbox. `unknown`: nothing was ever sent under its key. */
const EXPECTED: Record<OutboxState, readonly SendState['state'][]> = {
  // A crash between sending and writing it down: the same key is sent again, and the network gives the same transfer.
  PENDING: ['unknown', 'pending', 'confirmed', 'failed'],
  REFUSED: ['unknown', 'pending', 'confirmed', 'failed'],
  SENT: ['pending', 'confirmed', 'failed'],
  CONFIRMED: ['confirmed'],
  HELD: ['unknown'],
  FAILED: ['unknown', 'failed'],
  CANCELLED: ['unknown', 'failed'],
};

const ADVICE: Partial<Record<OutboxState, string>> = {
  CONFIRMED: 'The books say that it arrived: look the transaction up on two explorers, and pay nothing again before that.',
  SENT: 'The sender tells it to the network again with the same key: if it stays, look the transaction up.',
};
const LEFT_UNASKED = 'It left although it must not: stop the host and look who else holds the seed.';

/** Whether a send stands as the network has it. Throws what the gateway throws when the network does not answer. */
export async function judgeSend(context: ReconcileContext, row: OutboxRow): Promise<Difference[]> {
  const gateway = context.gateways.get(row.network);
  if (!gateway) throw new ChainUnavailableError(`${row.network} is not connected`);
  const seen = await gateway.sendState(row.idempotency_key);
  // What was read before the network was asked may have moved meanwhile: then the next look judges it.
  const known = await findOutboxRow(context.database, row.id);
  if (known?.state !== row.state || known.idempotency_key !== row.idempotency_key) return [];
  const key = `send:${row.id}`;
  const found: Difference[] = [];
  if (!EXPECTED[row.state].includes(seen.state)) {
    const howMuch = `${row.amount} ${row.instrument} to ${row.to_address}, ${row.tx_hash ?? 'no hash'}`;
    const whatToDo = ADVICE[row.state] ?? LEFT_UNASKED;
    found.push({ key, severity: 'ALARM', what: `the outbox says ${row.state}, the network ${seen.state}`, howMuch, whatToDo });
  }
  const record = await findRecordedSend(context.database, row.network, row.idempotency_key);
  const wrong = record === null ? null : whatDiffers(context, row, record);
  if (wrong !== null) {
    const whatToDo = 'The network has another transfer under its key: look who else holds the seed.';
    found.push({
      key: `${key}:transfer`,
      severity: 'ALARM',
      what: 'another transfer left than was decided',
      howMuch: wrong,
      whatToDo,
    });
  }
  return found;
}

function whatDiffers(context: ReconcileContext, row: OutboxRow, record: RecordedSend): string | null {
  const network = context.catalogue.networks.get(row.network);
  const normal = (address: string): string => (network ? normaliseAddress(network, address) : address);
  if (compare(record.amount, row.amount) !== 0 || record.instrument !== row.instrument) {
    return `${record.amount} ${record.instrument} instead of ${row.amount} ${row.instrument}`;
  }
  if (normal(record.toAddress) !== normal(row.to_address)) return `to ${record.toAddress} instead of ${row.to_address}`;
  if (record.memo !== undefined && record.memo !== row.memo)
    return `memo ${record.memo ?? 'none'} instead of ${row.memo ?? 'none'}`;
  return null;
}

/**
 * Transfers out of our addresses that no row of the outbox asked for. A send that an operator retries has a new key: its
 * old one must have failed for good.
 */
export async function findStrangeSends(context: ReconcileContext, since: number): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const send of await listSendsWithoutOutbox(context.database, since)) {
    const retried = await findOutboxRow(context.database, send.idempotencyKey.replace(/#\d+$/, ''));
    if (retried !== undefined) {
      const state = await context.gateways.get(send.network)?.sendState(send.idempotencyKey);
      if (state === undefined || state.state === 'failed' || state.state === 'unknown') continue;
    }
    found.push({
      key: `transfer:${send.network}:${send.idempotencyKey}`,
      severity: 'ALARM',
      what: retried === undefined ? 'money left that no order asked for' : 'a send that was retried went through after all',
      howMuch: `${send.amount} ${send.instrument} to ${send.toAddress}`,
      whatToDo: 'Stop the host, and look who else holds the seed or writes to the database.',
    });
  }
  return found;
}
