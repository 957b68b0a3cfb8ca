import { formatRefund, formatRefundRefusal } from './formatRefund.ts';
import { actCommand, note } from './command.ts';

/** The word that confirms another refund address than the customer's (D3). */
const REPLACE = '--replace';

/** Commands about the deposits of an order. */
export const ORDER_COMMANDS = {
  refund: actCommand('refund', {
    usage: [
      ['<order> <address> [memo]', 'refund what the host holds for an order and has not sent'],
      ['<order> <address> [memo] --replace', 'the same, to another address than the customer’s'],
      ['<order> <address> <network>', 'refund only the deposits on another network than the order’s'],
      ['<refund> <address> [memo]', 'redirect a refund (REFUND:…) that is on hold, refused or failed'],
    ],
    input: ([target, address, ...words]) => ({
      target,
      address,
      memoOrNetwork: note(words.filter((word) => word !== REPLACE)) ?? null,
      isReplacing: words.includes(REPLACE),
    }),
    done: ({ effect }) => formatRefund(effect),
    refused: (refusal, [target = '']) => formatRefundRefusal(refusal, target),
  }),
  attribute: actCommand('attribute', {
    usage: [['<transaction>[#index] <order>', 'attribute a deposit without a memo to an order']],
    input: ([transfer, orderId]) => ({ transfer, orderId }),
    done: ({ effect: { amount, instrument, orderId } }) =>
      `${amount} ${instrument} is now a deposit of order ${orderId}. The host processes it in its next round.`,
    refused: (refusal, [transfer, orderId]) => {
      switch (refusal.refused) {
        case 'NO_ORDER':
          return `There is no order ${orderId}.`;
        case 'NOT_UNATTRIBUTED':
          return `${transfer} is not an unattributed deposit at the address of order ${orderId}.`;
        case 'SEVERAL_TRANSFERS': {
          const choices = refusal.choices.map((one) => `${one.transfer} ${one.amount}`).join(', ');
          return `The transaction has several unattributed transfers. Name one: ${choices}`;
        }
        case 'UNCONFIRMED':
          return `${transfer} does not have enough confirmations yet. Try again later.`;
      }
    },
  }),
  reject: actCommand('reject', {
    usage: [['<transaction> <order>', 'reject an order’s claims of a transaction']],
    input: ([txHash, orderId]) => ({ txHash, orderId }),
    done: ({ effect: { txHash } }) => `The claim is rejected. The order's customer can't claim ${txHash} again.`,
    refused: (_, [txHash, orderId]) => `Nothing was done: order ${orderId} has no open claim of ${txHash}.`,
  }),
  find: actCommand('find', {
    usage: [['<order> <block> [network]', 'scan for payments to an order that the host did not see, from a block on']],
    input: ([orderId, block = '', network]) => ({
      orderId,
      fromBlock: /^\d{1,15}$/.test(block) ? Number(block) : block,
      ...(network !== undefined && { network }),
    }),
    done: ({ effect: { fromBlock }, result: { count, readTo, failure, isBlind } }) =>
      readTo === null
        ? `Block ${fromBlock} does not have enough confirmations yet: no block was scanned.`
        : [
            `Confirmed payments to this order in blocks ${fromBlock} to ${readTo}: ${count}. All of them are recorded now.`,
            ...(isBlind ? ['Internal transfers in old blocks could not be read. Repeat this with an archive node.'] : []),
            ...(failure === null ? [] : [`Then the network failed (${failure}): continue from block ${readTo + 1}.`]),
          ].join(' '),
    refused: (refusal, [orderId]) => {
      switch (refusal.refused) {
        case 'NO_ORDER':
          return `There is no order ${orderId}.`;
        case 'NOT_CONNECTED':
          return `${refusal.network} is not connected.`;
        case 'NOT_OUR_ADDRESS':
          return `The deposit address of this order is not ours on ${refusal.network}.`;
      }
    },
  }),
};
