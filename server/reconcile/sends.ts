import { compare } from '../../contract/money.ts';
import { findRecordedSend } from '../db/repositories/recordedSends.ts';
import { findWithdrawal } from '../db/repositories/accounts/withdrawals.ts';
import { listActionsOf } from '../db/repositories/operatorActions.ts';
import { findOrder } from '../db/repositories/orders.ts';
import { findOutboxRow } from '../db/repositories/outbox.ts';
import type { RecordedSend } from '../db/tables/chain.ts';
import type { OutboxRow, OutboxState } from '../db/tables/payments.ts';
import { type Recipient, sameAddress, sameRecipient } from '../instruments/addresses/index.ts';
import type { ActionRecord } from '../guarantee/records.ts';
import { isCustomerSend } from '../payments/outbox/enqueue.ts';
import { ChainUnavailableError, type ChainGateway, type SendState } from '../ports/chain/chainGateway.ts';
import { alarm, type Difference, type ReconcileContext } from './difference.ts';
import { checkHashAndFees } from './sendFees.ts';

/** The network states allowed for each outbox state. `unknown`: no transfer was ever sent with its key. */
const EXPECTED: Record<OutboxState, readonly SendState['state'][]> = {
  // After a crash between broadcast and recording, the same key is sent again and yields the same transfer.
  PENDING: ['unknown', 'pending', 'confirmed', 'failed'],
  REFUSED: ['unknown', 'pending', 'confirmed', 'failed'],
  SENT: ['pending', 'confirmed', 'failed'],
  CONFIRMED: ['confirmed'],
  HELD: ['unknown'],
  FAILED: ['unknown', 'failed'],
  CANCELLED: ['unknown', 'failed'],
};

const ADVICE: Partial<Record<OutboxState, string>> = {
  CONFIRMED: 'The ledger has it as confirmed. Look the transaction up on two explorers, and pay nothing again before that.',
  SENT: 'The host rebroadcasts it with the same key. If this remains, look the transaction up.',
};
const UNEXPECTED_ADVICE = 'It was sent although it must not be. Stop the host and find out who else holds the seed.';

/** Returns the differences between an outbox row and the network. Throws what the gateway throws if the network fails. */
export async function checkSend(context: ReconcileContext, row: OutboxRow): Promise<Difference[]> {
  const gateway = context.gateways.get(row.network);
  if (!gateway) throw new ChainUnavailableError(`${row.network} is not connected`);
  const onNetwork = await gateway.sendState(row.idempotency_key);
  // If the row changed during the network request, the next check covers it.
  const known = await findOutboxRow(context.database, row.id);
  if (known?.state !== row.state || known.idempotency_key !== row.idempotency_key) return [];
  const key = `send:${row.id}`;
  const found: Difference[] = [];
  if (!EXPECTED[row.state].includes(onNetwork.state)) {
    const howMuch = `${row.amount} ${row.instrument} to ${row.to_address}, ${row.tx_hash ?? 'no hash'}`;
    const whatToDo = ADVICE[row.state] ?? UNEXPECTED_ADVICE;
    found.push({
      key,
      severity: 'ALARM',
      what: `the outbox says ${row.state}, the network ${onNetwork.state}`,
      howMuch,
      whatToDo,
    });
  }
  found.push(
    ...(await checkHashAndFees(context.database, gateway, row, onNetwork)),
    ...(await checkOwnRecipient(context, gateway, row)),
  );
  if (await isOverriddenByNobody(context, row)) {
    const whatToDo = 'Somebody changed the database: the host does not check the deposits of this payment. Stop payouts.';
    found.push(alarm(`${key}:override`, 'no operator released the payment', `${row.amount} to ${row.to_address}`, whatToDo));
  }
  const record = await findRecordedSend(context.database, row.network, row.idempotency_key);
  if (row.kind === 'WITHDRAWAL' && !(await findWithdrawal(context.database, row.withdrawal_id ?? ''))) {
    found.push(
      alarm(`${key}:withdrawal`, 'the withdrawal of a send is missing', `${row.amount} to ${row.to_address}`, UNEXPECTED_ADVICE),
    );
  }
  const wrong = record === undefined ? null : describeMismatch(context, row, record);
  if (wrong !== null) {
    const whatToDo = 'The network has a different transfer under its key. Find out who else holds the seed.';
    found.push({
      key: `${key}:transfer`,
      severity: 'ALARM',
      what: 'the transfer on the network differs from the outbox',
      howMuch: wrong,
      whatToDo,
    });
  }
  return found;
}

/** Only an operator's act overrides checks. `actions.ts` verifies the signatures of acts. */
async function isOverriddenByNobody({ database }: ReconcileContext, { id, overridden_at }: OutboxRow): Promise<boolean> {
  if (overridden_at === null) return false;
  const acts = (await listActionsOf(database, id)).map(({ document }) => (JSON.parse(document) as ActionRecord).act);
  return !acts.some((act) => OVERRIDING.includes(act));
}

const OVERRIDING: readonly string[] = ['override', 'release'];

/** A sweep goes to the treasury. Other recipients are compared with what was signed (`signedOrders.ts`). */
async function checkOwnRecipient(context: ReconcileContext, gateway: ChainGateway, row: OutboxRow): Promise<Difference[]> {
  const network = context.catalogue.networks.get(row.network);
  if (isCustomerSend(row.kind) || !network) return [];
  const order = row.kind === 'SWEEP' ? undefined : await findOrder(context.database, row.order_id ?? '');
  const { address } = await gateway.addressAt(order?.deposit_index ?? gateway.treasury());
  if (sameAddress(network, address, network, row.to_address)) return [];
  const what = `a ${row.kind === 'SWEEP' ? 'sweep' : 'top-up'} goes to an address that is not ours`;
  return [alarm(`send:${row.id}:recipient`, what, `${row.to_address} instead of ${address}`, UNEXPECTED_ADVICE)];
}

function describeMismatch(context: ReconcileContext, row: OutboxRow, record: RecordedSend): string | null {
  const network = context.catalogue.networks.get(row.network);
  if (compare(record.amount, row.amount) !== 0 || record.instrument !== row.instrument) {
    return `${record.amount} ${record.instrument} instead of ${row.amount} ${row.instrument}`;
  }
  const [paid, wanted] = [recipientOf(record), recipientOf(row)];
  if (network && sameRecipient(network, paid, wanted)) return null;
  return `to ${paid.address} (memo ${paid.memo ?? 'none'}) instead of ${wanted.address} (memo ${wanted.memo ?? 'none'})`;
}

function recipientOf({ to_address: address, memo }: Pick<OutboxRow, 'to_address' | 'memo'>): Recipient {
  return { address, memo };
}

/**
 * Returns the difference of a transfer from our addresses without an outbox row. A send that an operator retried has a new key; the
 * transfer under its old key must have failed. Throws what the gateway throws.
 */
export async function checkUnrecordedSend(context: ReconcileContext, send: RecordedSend): Promise<Difference[]> {
  const retried = await findOutboxRow(context.database, send.idempotency_key.replace(/#\d+$/, ''));
  if (retried !== undefined) {
    const state = await context.gateways.get(send.network)?.sendState(send.idempotency_key);
    if (state === undefined || state.state === 'failed' || state.state === 'unknown') return [];
  }
  return [
    {
      key: `transfer:${send.network}:${send.idempotency_key}`,
      severity: 'ALARM',
      what:
        retried === undefined
          ? 'a transfer without an outbox row was sent'
          : 'a retried send also went through under its old key',
      howMuch: `${send.amount} ${send.instrument} to ${send.to_address}`,
      whatToDo: 'Stop the host. Find out who else holds the seed or writes to the database.',
    },
  ];
}
