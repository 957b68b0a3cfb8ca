import Type from 'typebox';
import { compare } from '../../../contract/money.ts';
import { closed } from '../../../contract/schemas/common.ts';
import { findOutboxRow } from '../../db/repositories/outbox.ts';
import { deleteConfirmedRecovery } from '../../db/repositories/recovery/recoveries.ts';
import {
  explainTransaction,
  findRecovery,
  findTreasuryTransaction,
  listTreasuryTransactions,
  updateRecovery,
} from '../../db/repositories/recovery/treasuryTransactions.ts';
import type { RecoveryTable, TreasuryTransactionTable } from '../../db/tables/recovery.ts';
import { gatewayOf } from '../../ports/chain/gatewayOf.ts';
import { amountsLeft, bookLeft } from '../../recovery/amountsLeft.ts';
import { isToRecipient, prepareAdoption } from '../../recovery/adoptPayments.ts';
import { findBookAlarms } from '../../recovery/bookAlarms.ts';
import { findPossiblePayments } from '../../recovery/possiblePayments.ts';
import { transactionOf } from '../../recovery/readTreasury.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { defineAct, refuse, requireWritten, type Act, type Refusal } from './act.ts';
import { versionOf } from './payments.ts';

const Slug = Type.String({ minLength: 1, maxLength: 100 });
const Listed = { network: Slug, position: Type.Integer({ minimum: 0 }) };
const Note = Type.String({ minLength: 1, maxLength: 1_000 });

interface Found {
  recovery: RecoveryTable;
  found: TreasuryTransactionTable;
}

/** Returns a listed transaction that nobody has explained, or why there is none. */
async function findUnexplained(
  { database }: OperatorContext,
  listed: { network: string; position: number },
): Promise<Found | Refusal<'NOT_IN_RECOVERY' | 'NOT_LISTED' | 'EXPLAINED'>> {
  const recovery = await findRecovery(database, listed.network);
  if (!recovery) return refuse('NOT_IN_RECOVERY');
  const found = await findTreasuryTransaction(database, listed);
  if (!found) return refuse('NOT_LISTED');
  return found.explanation === null ? { recovery, found } : refuse('EXPLAINED');
}

/** Makes a listed transaction the one of an unsent payment to the same recipient. Another amount is booked as our capital. */
const adopt = defineAct({
  scope: 'orders.act',
  input: Type.Object({ ...Listed, sendId: Type.String({ minLength: 1, maxLength: 300 }) }, closed),
  plan: async (context, { sendId, ...listed }) => {
    const unexplained = await findUnexplained(context, listed);
    if ('refused' in unexplained) return unexplained;
    const { found } = unexplained;
    const send = await findOutboxRow(context.database, sendId);
    if (!send || send.network !== listed.network || send.from_index !== null) return refuse('NO_PAYMENT');
    if (!isToRecipient(context, found, send)) return refuse('OTHER_RECIPIENT');
    if (!ADOPTABLE.includes(send.state)) return refuse('NOT_UNSENT');
    const write = await prepareAdoption(context, gatewayOf(context, listed.network), found, send);
    const [transfer] = transactionOf(found).transfers;
    if (!write || !transfer) return refuse('NOT_UNSENT');
    const { instrument, amount, to_address: address } = send;
    return {
      subject: sendId,
      effect: { ...listed, sendId, txHash: found.tx_hash, instrument, address, amount, paid: transfer.amount },
      versions: [versionOf(send)],
      execute: write,
    };
  },
  // Who adopts another amount changes what the books say that we own.
  needsSecond: ({ amount, paid }) => compare(amount, paid) !== 0,
});

const ADOPTABLE: readonly string[] = ['PENDING', 'REFUSED', 'HELD', 'FAILED'];

/**
 * Says that a listed transaction paid no customer: the operator's own spending, or a loss. What left is booked as capital that was taken
 * out. While a payment or an open order could be what it paid, `isNoPayment` must say that it is not: that one would be paid again.
 */
const explain = defineAct({
  scope: 'treasury',
  input: Type.Object(
    { ...Listed, explanation: Type.Enum(['OWN', 'LOSS']), note: Note, isNoPayment: Type.Optional(Type.Boolean()) },
    closed,
  ),
  plan: async (context, { explanation, note, isNoPayment = false, ...listed }) => {
    const unexplained = await findUnexplained(context, listed);
    if ('refused' in unexplained) return unexplained;
    const { found } = unexplained;
    const { sends, orders } = await findPossiblePayments(context, found);
    const possible = [...sends, ...orders];
    if (possible.length > 0 && !isNoPayment) return refuse('MAY_BE_PAYMENT', { possible });
    const left = amountsLeft(context, found);
    return {
      subject: `${listed.network} ${listed.position}`,
      effect: { ...listed, txHash: found.tx_hash, explanation, left, possible },
      versions: [],
      reason: note,
      execute: async (transaction, operator) => {
        const at = context.now();
        const explained = { explanation, send_id: null, explained_by: operator, explained_at: at } as const;
        requireWritten(await explainTransaction(transaction, found, explained), found.tx_hash);
        await bookLeft(context, transaction, left, `${note} (${found.tx_hash})`);
      },
    };
  },
  needsSecond: () => true,
});

/** Confirms the list of what left a treasury: everything is explained, and the books equal the network. Then it can be opened. */
const confirm = defineAct({
  scope: 'treasury',
  input: Type.Object({ network: Slug }, closed),
  plan: async (context, { network }) => {
    const { database, gateways } = context;
    const recovery = await findRecovery(database, network);
    if (!recovery) return refuse('NOT_IN_RECOVERY');
    const gateway = gateways.get(network);
    if (!gateway) return refuse('NOT_CONNECTED');
    if (recovery.state === 'CONFIRMED') return refuse('CONFIRMED');
    if (recovery.state === 'READING' || !isRead(recovery, await gateway.records.count())) return refuse('STILL_READING');
    const listed = await listTreasuryTransactions(database, network, recovery.read_from ?? 0);
    const unexplained = listed.filter(({ explanation }) => explanation === null).length;
    if (unexplained > 0) return refuse('UNEXPLAINED', { unexplained });
    const since = Math.max(Number(recovery.since), ...listed.map(({ explained_at }) => Number(explained_at ?? 0)));
    const moved = new Set(listed.flatMap((row) => amountsLeft(context, row).map(({ instrument }) => instrument)));
    const alarms = await findBookAlarms(context, network, { since, moved });
    if (alarms === null) return refuse('NOT_RECONCILED');
    if (alarms.length > 0) return refuse('BOOKS_DIFFER', { alarms });
    return {
      subject: network,
      effect: { network, transactions: listed.length },
      versions: [recovery.read_to],
      execute: async (transaction) =>
        requireWritten(await updateRecovery(transaction, recovery, { state: 'CONFIRMED' }), network),
    };
  },
});

/** Ends the RECOVERY of a network whose list is confirmed: payments leave again. */
const open = defineAct({
  scope: 'treasury',
  input: Type.Object({ network: Slug }, closed),
  plan: async ({ database, gateways }, { network }) => {
    const recovery = await findRecovery(database, network);
    if (!recovery) return refuse('NOT_IN_RECOVERY');
    const gateway = gateways.get(network);
    if (!gateway) return refuse('NOT_CONNECTED');
    if (recovery.state !== 'CONFIRMED' || !isRead(recovery, await gateway.records.count())) return refuse('NOT_CONFIRMED');
    return {
      subject: network,
      effect: { network },
      versions: [recovery.read_to],
      execute: async (transaction) => {
        requireWritten(await deleteConfirmedRecovery(transaction, recovery), network);
        await gateway.records.acknowledge(transaction, recovery.read_to ?? 0);
      },
    };
  },
  needsSecond: () => true,
});

/** Returns whether the list has everything that the network shows. */
const isRead = ({ read_to }: RecoveryTable, { mined, pending }: { mined: number; pending: number }): boolean =>
  read_to !== null && mined <= read_to && pending <= read_to;

export const recoveryActs = { adopt, explain, confirm, open } satisfies Record<string, Act>;
