import { isoTime } from '../../../contract/isoTime.ts';
import { listRecoveries } from '../../db/repositories/recovery/recoveries.ts';
import { readRecovery, type RecoveryRecord } from '../recoveryRecord.ts';
import { actCommand, note, type OperatorCommand } from './command.ts';

const NO_PAYMENT = '--no-payment';

/** Commands about networks in RECOVERY (D73). */
export const RECOVERY_COMMANDS = {
  recovery: {
    scope: 'treasury',
    usage: [
      ['', 'the networks in RECOVERY: nothing is sent on them'],
      ['<network>', 'what left the treasury of a network and was not in the books, with the next command for each'],
    ],
    run: async (context, [network]) => {
      if (network === undefined) {
        const rows = await listRecoveries(context.database);
        const lines = rows.map((row) => `${row.network}: ${row.state}, ${row.reason}, since ${isoTime(Number(row.since))}`);
        return lines.length === 0 ? NONE_IN_RECOVERY : lines.join('\n');
      }
      const record = await readRecovery(context, network);
      return record ? formatRecovery(record) : notInRecovery(network);
    },
  },
  spend: actCommand('spend', {
    usage: [
      [
        '<instrument> <amount> <address> <note>',
        'announce what you will send from the treasury without the host, within seven days',
      ],
    ],
    input: ([instrument, amount, address, ...words]) => ({ instrument, amount, address, note: note(words) }),
    done: ({ effect: { instrument, network, amount, address, venue } }) =>
      `Announced on ${network}: ${amount} ${instrument} to ${address}. Send exactly this. The host books it as ${venue === null ? 'capital taken out' : `a transfer to ${venue}`} once it is final, and sends nothing on ${network} until then.`,
    refused: ({ refused }, [instrument, amount, address]) =>
      ({
        NO_INSTRUMENT: `Nothing was done: the catalogue has no coin ${instrument}.`,
        NOT_AN_AMOUNT: `Nothing was done: ${amount} is not an amount such as 1.5.`,
        NOT_AN_ADDRESS: `Nothing was done: ${address} is not an address of ${instrument}.`,
        CUSTOMER_ADDRESS: `Nothing was done: a payment or an open order is to pay ${address}. Choose another address.`,
      })[refused],
  }),
  adopt: actCommand('adopt', {
    usage: [
      ['<network> <position> <send>', 'a listed transaction is this payment, which is not sent again'],
      ['<network> <position> REFUND:<order>', 'it was the payout of an order that is being refunded: the refund ends'],
    ],
    input: ([network, position, sendId]) => ({ network, position: numberOf(position), sendId }),
    done: ({ effect: { sendId, txHash, amount, paid, instrument, endsRefund } }) =>
      endsRefund
        ? `${sendId} has ended: ${txHash} paid the order out (${paid} ${instrument}). The host adopts it in its next round.`
        : amount === paid
          ? `${txHash} is ${sendId} now. The host tracks it.`
          : `${txHash} is ${sendId} now: ${paid} ${instrument} instead of ${amount}. The difference is booked as capital.`,
    refused: (refusal, [network, position, sendId]) => {
      switch (refusal.refused) {
        case 'NO_PAYMENT':
          return `Nothing was done: ${sendId} is no payment of the treasury on ${network}.`;
        case 'OTHER_RECIPIENT':
          return `Nothing was done: transaction ${position} paid another recipient, coin or memo than ${sendId}.`;
        case 'NOT_UNSENT':
          return `Nothing was done: ${sendId} has left already, or may be on its way.`;
        default:
          return refusedListed(refusal.refused, network, position);
      }
    },
  }),
  explain: actCommand('explain', {
    usage: [
      ['<network> <position> own <note>', 'a listed transaction was your own spending: it is booked as capital taken out'],
      ['<network> <position> loss <note>', 'the same, of money that is lost'],
      [`<network> <position> own|loss ${NO_PAYMENT} <note>`, 'the same, although a payment or an open order has this recipient'],
    ],
    input: ([network, position, kind, ...words]) => ({
      network,
      position: numberOf(position),
      explanation: kind?.toUpperCase(),
      note: note(words.filter((word) => word !== NO_PAYMENT)),
      isNoPayment: words.includes(NO_PAYMENT),
    }),
    done: ({ effect: { txHash, explanation, left } }) =>
      `${txHash} is explained (${explanation}). Booked as capital taken out: ${left.map(({ amount, instrument }) => `${amount} ${instrument}`).join(', ')}.`,
    refused: (refusal, [network, position]) =>
      refusal.refused === 'MAY_BE_PAYMENT'
        ? `Nothing was done: it may be ${refusal.possible.join(' or ')}, which would be paid again. Adopt it when the payment appears, or repeat with ${NO_PAYMENT}.`
        : refusedListed(refusal.refused, network, position),
  }),
  confirm: actCommand('confirm', {
    usage: [
      ['<network> …', 'confirm the lists of networks in RECOVERY: all is explained, and the books equal the networks'],
      ['all', 'the same of every network that is ready'],
    ],
    input: (words) => ({ network: networksOf(words) }),
    done: ({ effect: { networks, others } }) => {
      const lists = networks.map(({ network, transactions }) => `${network} (${transactions} transactions)`).join(', ');
      return `Confirmed: ${lists}.${notReady(others)} \`open\` lets payments leave.`;
    },
    refused: (refusal) => {
      switch (refusal.refused) {
        case 'NONE_IN_RECOVERY':
          return NONE_IN_RECOVERY;
        case 'NOT_IN_RECOVERY':
          return notInRecovery(refusal.network);
        case 'NOT_CONNECTED':
          return `Nothing was done: ${refusal.network} is not connected.`;
        case 'NO_ANSWER':
          return noAnswer(refusal.network);
        case 'CONFIRMED':
          return `Nothing was done: the list of ${refusal.network} is confirmed already.`;
        case 'STILL_READING':
          return `Nothing was done: the host is still listing what left on ${refusal.network}. It must be running.`;
        case 'UNEXPLAINED':
          return `Nothing was done: ${refusal.unexplained} transactions are not explained. See \`recovery ${refusal.network}\`.`;
        case 'NOT_RECONCILED':
          return 'Nothing was done: the books were not compared since the last explanation. Run `npm run reconcile`, then repeat.';
        case 'BOOKS_DIFFER':
          return `Nothing was done: the books differ from ${refusal.network}.\n  ${refusal.alarms.join('\n  ')}`;
      }
    },
  }),
  open: actCommand('open', {
    usage: [
      ['<network> …', 'end the RECOVERY of networks whose lists are confirmed: payments leave again'],
      ['all', 'the same of every network that is ready'],
    ],
    input: (words) => ({ network: networksOf(words) }),
    done: ({ effect: { networks, others } }) =>
      `Open: ${networks.join(', ')}.${notReady(others)} The hosts send in their next round.`,
    refused: (refusal) => {
      switch (refusal.refused) {
        case 'NONE_IN_RECOVERY':
          return NONE_IN_RECOVERY;
        case 'NOT_IN_RECOVERY':
          return notInRecovery(refusal.network);
        case 'NOT_CONNECTED':
          return `Nothing was done: ${refusal.network} is not connected.`;
        case 'NO_ANSWER':
          return noAnswer(refusal.network);
        case 'NOT_CONFIRMED':
          return `Nothing was done: the list of ${refusal.network} is not confirmed, or more has left since. See \`recovery ${refusal.network}\`.`;
        case 'ORDERS_UNRESOLVED':
          return `Nothing was done: ${refusal.count} orders of ${refusal.network} wait for a payment and may have been paid on a network in RECOVERY whose list is not confirmed. Confirm its list first. They are:\n  ${refusal.orders.join('\n  ')}`;
      }
    },
  }),
} satisfies Record<string, OperatorCommand>;

const NONE_IN_RECOVERY = 'No network is in RECOVERY.';

/** One word is one network, or `all`. */
const networksOf = (words: readonly string[]): string | readonly string[] | undefined => (words.length > 1 ? words : words[0]);

const notReady = (others: readonly string[]): string =>
  others.length === 0 ? '' : ` Not ready, and still in RECOVERY: ${others.join(', ')}.`;

const noAnswer = (network: string): string =>
  `Nothing was done: what left on ${network} can't be read, because its nodes do not answer or are behind. Repeat it in a minute.`;

const notInRecovery = (network: string | undefined): string => `${network} is not in RECOVERY.`;

const numberOf = (position = ''): number | string => (/^\d{1,12}$/.test(position) ? Number(position) : position);

function refusedListed(
  refused: 'NOT_IN_RECOVERY' | 'NOT_LISTED' | 'EXPLAINED',
  network: string | undefined,
  position: string | undefined,
): string {
  if (refused === 'NOT_IN_RECOVERY') return notInRecovery(network);
  return refused === 'NOT_LISTED'
    ? `Nothing was done: transaction ${position} is not in the list. See \`recovery ${network}\`.`
    : `Nothing was done: transaction ${position} is explained already.`;
}

function formatRecovery({ recovery, transactions }: RecoveryRecord): string {
  const { network, state, reason, since } = recovery;
  const lines = transactions.map(({ row, transfers, possible }) => {
    const moved = transfers.map(({ amount, instrumentSlug, toAddress, memo, sendId }) =>
      [
        `${amount} ${instrumentSlug} to ${toAddress}`,
        ...(memo === null ? [] : ['memo', memo]),
        ...(sendId === null ? [] : [`(${sendId})`]),
      ].join(' '),
    );
    const what = moved.length === 0 ? `nothing moved, fee ${row.fee}` : moved.join('; ');
    const explained = row.explanation && `${row.explanation} by ${row.explained_by ?? 'the host'}`;
    const ids = [...possible.sends, ...possible.orders];
    const maybe = ids.length === 0 ? 'matches nothing' : `may be ${ids.join(' or ')}`;
    return `  ${row.position}  ${row.tx_hash}  ${what}\n      ${explained ?? `UNEXPLAINED: ${maybe}`}`;
  });
  return [
    `${network}: ${state}, ${reason}, since ${isoTime(Number(since))}`,
    ...(lines.length === 0 ? ['  Nothing is listed.'] : lines),
  ].join('\n');
}
