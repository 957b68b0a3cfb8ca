import Type from 'typebox';
import { compare, isPositive, subtract, sum, type Decimal } from '../../../contract/money.ts';
import { closed } from '../../../contract/schemas/common.ts';
import type { GuaranteeDocument } from '../../../contract/signedDocuments/guarantee.ts';
import type { AddressIndex } from '../../common/addressIndex.ts';
import { findCursor } from '../../db/repositories/cursors.ts';
import { listUnattributedAt } from '../../db/repositories/deposits.ts';
import { findOrder, isIndexUsed } from '../../db/repositories/orders.ts';
import { findRecovery } from '../../db/repositories/recovery/treasuryTransactions.ts';
import type { DepositRow } from '../../db/tables/orders.ts';
import { normaliseAddress, sameAddress } from '../../instruments/addresses/index.ts';
import { networkOf } from '../../instruments/lookup.ts';
import { findForgottenIndex } from '../../orders/deposits/forgottenAddresses.ts';
import type { ChainGateway } from '../../ports/chain/chainGateway.ts';
import { isSignedRefundAddress, readGuarantee } from '../../recovery/readGuarantee.ts';
import { findPossiblyPaid } from '../../recovery/possiblyPaid.ts';
import { restoredOrder, storeRestoredOrder } from '../../recovery/restoredOrder.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { defineAct, refuse, type Act, type Refusal } from './act.ts';

const Address = Type.String({ minLength: 1, maxLength: 300 });

/**
 * Restores an order that the books have forgotten, from the guarantee that its customer saved (D73). It gets the deposits at its address
 * that have no order. An operator releases each of its payments.
 *
 * An order whose deposit has left its address, or that a listed transaction may have paid, was probably completed or refunded. For the
 * latter `isNoPayment` says that none of the transactions paid it; for the former the network must show that `collectedBy` brought all of it
 * to the treasury.
 */
const restore = defineAct({
  scope: 'orders.act',
  input: Type.Object(
    {
      /** The text of the file */
      guarantee: Type.String({ maxLength: 50_000 }),
      /** The guarantee signs only the hash of the refund address */
      refundAddress: Type.Optional(Address),
      refundMemo: Type.Optional(Address),
      isNoPayment: Type.Optional(Type.Boolean()),
      /** Hashes of the transactions that collected the deposit, separated by spaces */
      collectedBy: Type.Optional(Type.String({ maxLength: 1_000 })),
    },
    closed,
  ),
  plan: async (context, { guarantee, refundAddress = null, refundMemo = null, isNoPayment = false, collectedBy = '' }) => {
    const read = readGuarantee(guarantee, context.signer.publicKeys);
    if (read.fault !== null) return refuse(read.fault);
    const { document } = read.signed;
    const { orderId, instrumentFrom, instrumentTo } = document;
    if (await findOrder(context.database, orderId)) return refuse('KNOWN_ORDER', { orderId });
    if (!isSignedRefundAddress(document, refundAddress, refundMemo)) return refuse('OTHER_REFUND_ADDRESS');
    const place = await findAddress(context, document);
    if ('refused' in place) return place;
    const arrived = await readDeposits(context, document, place);
    if ('refused' in arrived) return arrived;
    const { deposits, left } = arrived;
    const deposited = sum(deposits.map((deposit) => deposit.amount));
    const order = restoredOrder(context, document, { ...place, refundAddress, refundMemo });
    const possible = await findPossiblyPaid(context, order, deposited);
    if (possible.length > 0 && !isNoPayment) return refuse('MAY_BE_PAID', { orderId, possible });
    const collected = isPositive(left) ? await sumCollected(context, document, place, collectedBy) : '0';
    if (compare(collected, left) < 0)
      return refuse('DEPOSIT_LEFT', { orderId, instrument: instrumentFrom.slug, left, collected });
    return {
      subject: orderId,
      effect: {
        orderId,
        instrument: instrumentFrom.slug,
        claimed: document.claimedDepositAmount,
        deposited,
        deposits: deposits.map(({ tx_hash, transfer_index, amount }) => ({ transfer: `${tx_hash}#${transfer_index}`, amount })),
        instrumentTo: instrumentTo.slug,
        destination: document.destinationAddress,
        possible,
        collected,
      },
      versions: deposits.map(({ booked_at }) => booked_at),
      execute: async (transaction) => await storeRestoredOrder(context, transaction, { order, signed: read.signed, deposits }),
    };
  },
  needsSecond: () => true,
});

interface Place {
  gateway: ChainGateway;
  depositIndex: AddressIndex;
  payoutFeeFactor: string;
}

/** Returns which address of ours the order is paid to, or why it can't be restored. */
async function findAddress(
  context: OperatorContext,
  document: GuaranteeDocument,
): Promise<
  Place | Refusal<'UNKNOWN_COIN' | 'NOT_OUR_ADDRESS'> | (Refusal<'NOT_CONNECTED' | 'STILL_READING'> & { network: string })
> {
  const { instrumentFrom, instrumentTo, depositAddress: address, depositAddressMemo: memo } = document;
  const coins = [instrumentFrom, instrumentTo].map(({ slug }) => context.catalogue.instruments.get(slug));
  if (coins.some((coin) => coin === undefined || coin.type === 'fiat')) return refuse('UNKNOWN_COIN');
  const [from, to] = [networkOf(context, instrumentFrom.slug), networkOf(context, instrumentTo.slug)];
  const [gateway, payer] = [context.gateways.get(from.slug), context.gateways.get(to.slug)];
  if (!gateway || !payer) return refuse('NOT_CONNECTED', { network: gateway ? to.slug : from.slug });
  for (const { slug } of [from, to]) {
    // Without the whole list nobody can say that the order was not paid.
    if ((await findRecovery(context.database, slug))?.state === 'READING') return refuse('STILL_READING', { network: slug });
  }
  const normalise = (one: string): string => normaliseAddress(from, one);
  const depositIndex = await findForgottenIndex(context, gateway, normalise, { address, memo });
  if (depositIndex === null || (await isIndexUsed(context.database, depositIndex))) return refuse('NOT_OUR_ADDRESS');
  const payoutFeeFactor = (await payer.gasFactor?.(instrumentTo.slug, document.destinationAddress, document.amountToGet)) ?? '1';
  return { gateway, depositIndex, payoutFeeFactor };
}

/** Returns what final transactions brought from the deposit address to the treasury, with the fees that the address paid for it. */
async function sumCollected(
  { catalogue }: OperatorContext,
  { instrumentFrom: { slug } }: GuaranteeDocument,
  { gateway, depositIndex }: Place,
  collectedBy: string,
): Promise<Decimal> {
  const network = networkOf({ catalogue }, slug);
  const treasury = await gateway.addressAt(gateway.treasury());
  let collected: Decimal = '0';
  for (const txHash of new Set(collectedBy.split(/\s+/).filter(Boolean))) {
    const place = await gateway.locate(txHash);
    if (place === null || place.confirmations < gateway.finalAfter) continue;
    const moved = await gateway.records.movedFrom?.(depositIndex, txHash);
    const own = moved?.transfers.filter(
      ({ instrumentSlug, toAddress }) => instrumentSlug === slug && sameAddress(network, toAddress, network, treasury.address),
    );
    if (!moved || !own || own.length === 0) continue;
    collected = sum([collected, ...own.map(({ amount }) => amount), slug === network.nativeInstrument ? moved.fee : '0']);
  }
  return collected;
}

/**
 * Returns the confirmed deposits of the order's coin without an order, and how much of them the address has lost: it was swept or
 * refunded. Or returns why they can't be exchanged.
 */
async function readDeposits(
  { database, catalogue }: OperatorContext,
  { instrumentFrom: { slug }, depositAddress: address, depositAddressMemo: memo, minConfirmations }: GuaranteeDocument,
  { gateway, depositIndex }: Place,
): Promise<{ deposits: DepositRow[]; left: Decimal } | Refusal<'NO_DEPOSIT' | 'UNCONFIRMED'>> {
  const { networkSlug, depositsAt } = gateway;
  const isOwn = (one: { memo: string | null }): boolean => memo === null || one.memo?.trim() === memo;
  // The balance is read first: what arrives later is in the scan, and hides nothing that has left.
  const balance = depositsAt === 'ADDRESS' ? await gateway.balance(depositIndex, slug) : null;
  const cursor = await findCursor(database, networkSlug);
  const untilConfirmations = Math.max(Number(minConfirmations), catalogue.networks.get(networkSlug)?.minConfirmations ?? 1);
  const { transfers } = await gateway.incoming({ watched: [address], cursor, untilConfirmations });
  const rows = await listUnattributedAt(database, networkSlug, address);
  const deposits = rows.filter((row) => row.instrument === slug && isOwn(row));
  const isRecorded = (txHash: string, index: number): boolean =>
    deposits.some((row) => row.tx_hash === txHash && row.transfer_index === index && row.booked_at !== null);
  const seen = transfers.filter((one) => one.instrumentSlug === slug && isOwn(one));
  if (seen.some(({ txHash, index }) => !isRecorded(txHash, index))) return refuse('UNCONFIRMED');
  if (deposits.some(({ booked_at }) => booked_at === null)) return refuse('UNCONFIRMED');
  if (deposits.length === 0) return refuse('NO_DEPOSIT');
  const missing = balance === null ? '0' : subtract(sum(deposits.map(({ amount }) => amount)), balance);
  return { deposits, left: isPositive(missing) ? missing : '0' };
}

export const restoreActs = { 'restore-order': restore } satisfies Record<string, Act>;
