import Type from 'typebox';
import { closed } from '../../../contract/schemas/common.ts';
import { listDepositClaims } from '../../db/repositories/depositClaims.ts';
import { findOrder } from '../../db/repositories/orders.ts';
import { attribute as attributeTo, findUnattributedDeposits, rejectClaim } from '../../orders/calls/claimDeposit.ts';
import { isOurAddressOn } from '../../orders/calls/claimWrongNetwork.ts';
import { recordLateDeposits } from '../../orders/deposits/recordDeposits.ts';
import { defineAct, refuse, requireWritten, type Act } from './act.ts';

const Name = Type.String({ minLength: 1, maxLength: 300 });

/**
 * Attributes a deposit without a memo to an order (D6). `transfer` is the transaction hash, followed by `#index` when several of
 * its transfers are unattributed.
 */
const attribute = defineAct({
  scope: 'orders.act',
  input: Type.Object({ transfer: Name, orderId: Name }, closed),
  plan: async (context, { transfer, orderId }) => {
    const order = await findOrder(context.database, orderId);
    if (!order) return refuse('NO_ORDER');
    const [txHash = '', index] = transfer.split('#');
    const found = await findUnattributedDeposits(context, order, txHash);
    const deposits = found.filter((deposit) => index === undefined || String(deposit.transfer_index) === index);
    const [deposit] = deposits;
    if (!deposit) return refuse('NOT_UNATTRIBUTED');
    if (deposits.length > 1) {
      const choices = deposits.map((one) => ({ transfer: `${txHash}#${one.transfer_index}`, amount: one.amount }));
      return refuse('SEVERAL_TRANSFERS', { choices });
    }
    if (deposit.booked_at === null) return refuse('UNCONFIRMED');
    const { amount, instrument, network, tx_hash, transfer_index } = deposit;
    return {
      subject: orderId,
      effect: { orderId, amount, instrument, network, transfer: `${tx_hash}#${transfer_index}` },
      versions: [order.version, deposit.booked_at],
      execute: async (transaction) => requireWritten(await attributeTo(context, transaction, order, deposit), orderId),
    };
  },
});

/** Rejects an order's held claims of a transaction. */
const reject = defineAct({
  scope: 'orders.act',
  input: Type.Object({ txHash: Name, orderId: Name }, closed),
  plan: async (context, { txHash, orderId }) => {
    const claims = await listDepositClaims(context.database, orderId);
    const held = claims.filter((claim) => claim.tx_hash === txHash && claim.state === 'HELD');
    if (held.length === 0) return refuse('NO_CLAIM');
    return {
      subject: orderId,
      effect: { orderId, txHash, claims: held.length },
      versions: held.map(({ network, transfer_index, created_at }) => ({ network, transfer_index, created_at })),
      execute: async (transaction) => {
        for (const claim of held) requireWritten(await rejectClaim(transaction, claim, context.now()), orderId);
      },
    };
  },
});

/**
 * Scans for payments to an order's address from a block on. The host itself stops watching a week after an order ended (D6),
 * and never watches the address on `network` when that is not the order's own. Of an open order it may have missed a payment, as
 * reconciliation says then. The scan follows the audit row: it books only what
 * the network confirms, and may be repeated.
 */
const find = defineAct({
  scope: 'orders.act',
  input: Type.Object(
    {
      orderId: Name,
      fromBlock: Type.Integer({ minimum: 1, maximum: 999_999_999_999_999 }),
      network: Type.Optional(Name),
    },
    closed,
  ),
  plan: async (context, { orderId, fromBlock, network }) => {
    const order = await findOrder(context.database, orderId);
    if (!order) return refuse('NO_ORDER');
    const isOwn = network === undefined || network === order.network_from;
    const gateway = context.gateways.get(network ?? order.network_from);
    if (!gateway) return refuse('NOT_CONNECTED', { network: network ?? order.network_from });
    const { networkSlug } = gateway;
    if (!isOwn && !(await isOurAddressOn(context, order, gateway))) return refuse('NOT_OUR_ADDRESS', { network: networkSlug });
    return {
      subject: orderId,
      effect: { orderId, network: networkSlug, fromBlock },
      versions: [order.version],
      execute: () => Promise.resolve(),
      after: async () => await recordLateDeposits(context, gateway, order, fromBlock),
    };
  },
});

export const depositActs = { attribute, reject, find } satisfies Record<string, Act>;
