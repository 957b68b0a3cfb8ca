import type { ActOffer } from '../../contract/console/acts.ts';
import type { Recovery, RecoveryInput } from '../../contract/console/recovery.ts';
import { isoTime } from '../../contract/isoTime.ts';
import { listRecoveries } from '../db/repositories/recovery/recoveries.ts';
import type { RecoveryTable } from '../db/tables/recovery.ts';
import { readRecovery, type RecoveryRecord } from '../operator/recoveryRecord.ts';
import type { ConsoleContext } from './context.ts';
import { timeOrNull } from './payments.ts';
import { offer, restoreOffer } from './waiting.ts';

type Listed = RecoveryRecord['transactions'][number];

/** Returns what left the treasury of a network in RECOVERY, with the acts that fit each transaction and the whole list. */
export async function readConsoleRecovery(context: ConsoleContext, { network }: RecoveryInput): Promise<Recovery> {
  const record = await readRecovery(context, network);
  if (!record) return { recovery: null };
  const { catalogue, gateways } = context;
  const { state, reason, since, read_from, read_to } = record.recovery;
  const { friendlyTitle, nativeInstrument } = catalogue.networks.get(network) ?? {};
  return {
    recovery: {
      network,
      title: friendlyTitle ?? network,
      state,
      reason,
      since: isoTime(Number(since)),
      readFrom: read_from,
      readTo: read_to,
      transactions: record.transactions.map((one) => ({
        position: one.row.position,
        txHash: one.row.tx_hash,
        explorerUrl: gateways.get(network)?.transactionUrl(one.row.tx_hash) ?? null,
        foundAt: isoTime(Number(one.row.found_at)),
        transfers: one.transfers.map(({ instrumentSlug, amount, toAddress, memo, sendId }) => ({
          instrument: instrumentSlug,
          amount,
          address: toAddress,
          memo,
          sendId,
        })),
        fee: { instrument: nativeInstrument ?? network, amount: one.row.fee },
        explanation: one.row.explanation,
        explainedBy: one.row.explained_by,
        explainedAt: timeOrNull(one.row.explained_at === null ? null : Number(one.row.explained_at)),
        payments: one.possible.sends,
        orders: one.possible.orders,
        acts: actsForListed(one),
      })),
      acts: actsForList(record, await listRecoveries(context.database)),
    },
  };
}

/** Each payment that it may have been comes first: explained as something else, that one would be paid again. */
function actsForListed({ row, possible: { sends, orders } }: Listed): ActOffer[] {
  if (row.explanation !== null) return [];
  const listed = { network: row.network, position: row.position };
  const asks = sends.length + orders.length > 0 ? ['explanation', 'note', 'isNoPayment'] : ['explanation', 'note'];
  return [...sends.map((sendId) => offer('adopt', { ...listed, sendId })), offer('explain', listed, asks)];
}

/** The act of the next step, for this network and for all that are as far, and what helps a customer whose order is forgotten. */
function actsForList({ recovery: { network, state }, transactions }: RecoveryRecord, all: readonly RecoveryTable[]): ActOffer[] {
  if (state === 'READING') return [];
  const isNext = state === 'CONFIRMED' || transactions.every(({ row }) => row.explanation !== null);
  const next = state === 'CONFIRMED' ? 'open' : 'confirm';
  const isOne = all.filter((one) => one.state === state).length === 1;
  const steps = isNext ? [offer(next, { network }), ...(isOne ? [] : [offer(next, { network: 'all' })])] : [];
  return [...steps, restoreOffer()];
}
