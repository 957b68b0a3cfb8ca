import { readFileSync } from 'node:fs';
import { isPositive } from '../../../contract/money.ts';
import { actCommand } from './command.ts';

const NO_PAYMENT = '--no-payment';
const COLLECTED_BY = '--collected-by=';

/** The command that restores an order which the books have forgotten (D73). */
export const RESTORE_COMMANDS = {
  'restore-order': actCommand('restore-order', {
    usage: [
      [
        '<guarantee file> [refund address] [memo]',
        'restore an order that a restored backup does not know; its payments are held',
      ],
      [
        `<guarantee file> [refund address] [memo] ${NO_PAYMENT}`,
        'the same, although a listed transaction went to one of its addresses',
      ],
      [
        `<guarantee file> [refund address] [memo] ${COLLECTED_BY}<hash>`,
        'the same, although its deposit was collected by that transaction; the option may be repeated',
      ],
    ],
    input: ([file = '', ...words]) => {
      const [refundAddress, refundMemo] = words.filter((word) => word !== '' && !word.startsWith('--'));
      const collectedBy = words.filter((word) => word.startsWith(COLLECTED_BY)).map((word) => word.slice(COLLECTED_BY.length));
      return {
        guarantee: readText(file),
        ...(refundAddress !== undefined && { refundAddress }),
        ...(refundMemo !== undefined && { refundMemo }),
        isNoPayment: words.includes(NO_PAYMENT),
        ...(collectedBy.length > 0 && { collectedBy: collectedBy.join(' ') }),
      };
    },
    done: ({ effect: { orderId, deposited, claimed, instrument, collected } }) =>
      `Order ${orderId} is restored. Deposits: ${deposited} ${instrument}, expected ${claimed}.${isPositive(collected) ? ` Of them, ${collected} was collected: \`override\` its payment after \`release\`.` : ''} The host prices it in its next round. Its payments are on hold: see \`list\`.`,
    refused: (refusal, [file]) => {
      switch (refusal.refused) {
        case 'NOT_A_GUARANTEE':
          return `Nothing was done: ${file} is not a guarantee. Ask the customer for the file that the order page saved.`;
        case 'OTHER_KEY':
          return 'Nothing was done: another host signed this guarantee, or its public key is missing in signing-keys.txt.';
        case 'ALTERED':
          return 'Nothing was done: the guarantee was altered. Its signature is not valid.';
        case 'OTHER_VERSION':
          return 'Nothing was done: this guarantee has another version than this host restores.';
        case 'KNOWN_ORDER':
          return `Nothing was done: the books know order ${refusal.orderId}. See \`show ${refusal.orderId}\`.`;
        case 'OTHER_REFUND_ADDRESS':
          return 'Nothing was done: the guarantee signs another refund address. Name the one that the customer gave, or none if none was given.';
        case 'UNKNOWN_COIN':
          return 'Nothing was done: the catalogue has no such coin.';
        case 'NOT_OUR_ADDRESS':
          return 'Nothing was done: the seed of this host derives the deposit address at no index that an order may have which the books have forgotten.';
        case 'NOT_CONNECTED':
          return `Nothing was done: ${refusal.network} is not connected.`;
        case 'STILL_READING':
          return `Nothing was done: the host is still listing what left on ${refusal.network}. It must be running.`;
        case 'NO_DEPOSIT':
          return 'Nothing was done: No payment to its deposit address was found. Repeat this when the customer has paid, or the host has read the network.';
        case 'UNCONFIRMED':
          return 'Nothing was done: a payment to its deposit address does not have enough confirmations, or is not read yet. Try again later.';
        case 'MAY_BE_PAID': {
          const lines = refusal.possible.map(
            ({ network, txHash, amount, instrument, address }) => `${network} ${txHash}: ${amount} ${instrument} to ${address}`,
          );
          return `Nothing was done: these transactions may have paid or refunded order ${refusal.orderId}.\n  ${lines.join('\n  ')}\nIf none of them did, repeat with ${NO_PAYMENT}.`;
        }
        case 'DEPOSIT_LEFT':
          return `Nothing was done: ${refusal.left} ${refusal.instrument} of the deposit of order ${refusal.orderId} left its address, and the transactions that were named brought ${refusal.collected} of it to the treasury. Look the address up in an explorer. If all of it was collected, name each of these transactions with ${COLLECTED_BY}<hash>. If it was refunded, the customer has it.`;
      }
    },
  }),
};

/** Returns the text of a file; empty if it can't be read. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
