import type { MailFacts, MailTexts } from '../mailTexts.ts';

const WITHOUT_DECISION: Record<MailFacts['withoutDecision'], (facts: MailFacts) => string> = {
  REFUND: ({ deadline, canChoose }) =>
    deadline === null
      ? 'Your money is safe with us until you decide.'
      : `${canChoose ? 'If you do nothing' : 'You don’t need to do anything'}: we refund the deposit to the refund address you gave, less the network fee, on ${deadline} or later.`,
  NO_ADDRESS: ({ canChoose }) =>
    `You gave no refund address. Your money stays safe with us until you ${canChoose ? 'decide or ' : ''}write to support.`,
  BELOW_FEE: ({ canChoose }) =>
    `The network fee of a refund would take the whole deposit. Your money stays safe with us until the fee falls, or until you ${canChoose ? 'decide or ' : ''}write to support.`,
};

const NO_EXCHANGE =
  'No exchange took place, and you don’t owe us anything. Please don’t send money to the order’s address any more.';
const REAPPEARS = 'If the deposit reappears, your money isn’t lost: we will write to you.';
const REORG_OUTCOME: Record<MailFacts['reorgOutcome'], (facts: MailFacts) => string> = {
  PAY_AGAIN: ({ payUntil }) =>
    `Check your wallet first. Only if the money is back there, send it again before ${payUntil}. The order’s page shows the amount and the address. If the first deposit reappears, it counts as before.`,
  EXPIRED: () => `The time to pay for this order is over. ${NO_EXCHANGE} ${REAPPEARS}`,
  NO_DECISION: () => `You no longer need to decide. ${NO_EXCHANGE} ${REAPPEARS}`,
  NO_REFUND: () =>
    'There is no deposit to refund at the moment. If it reappears, the refund continues automatically, and we will write to you when it arrives.',
};
const REORG_CAUSE = 'Another transaction replaced it, or the network removed its block.';

const TRANSFER: Record<MailFacts['transfer'], string> = {
  PAYOUT: 'payout',
  REFUND: 'refund',
  EXTRA_REFUND: 'refund of an extra payment',
};

const SAFE = 'Your money is safe, and you don’t need to do anything. We will write to you when it arrives.';
const DELAY: Record<MailFacts['delay'], (facts: MailFacts) => string[]> = {
  HELD: ({ isValueUnknown }) => [
    isValueUnknown
      ? 'It has not been sent yet. We have no price to compare the amount with our limits, so we send it when there is a price or when our staff have checked it.'
      : 'It has not been sent yet. The amount exceeds our limits for automatic transfers, so our staff check it first.',
    SAFE,
  ],
  RETRIED: () => ['It has not gone through yet. We try again automatically.', SAFE],
  FAILED: () => [
    'The network did not carry it out, and the money is still with us. Our staff check it before it is sent again.',
    SAFE,
  ],
  DEPOSIT_REORGED: () => [
    'The network no longer shows the deposit that pays for it. We send the money when the deposit reappears.',
    'If the deposit is back in your wallet, or your wallet shows it as confirmed, please write to support from the order’s page.',
  ],
  BELOW_FEE: () => [
    'What is left of the deposit does not cover the network fee: the network removed part of the deposit, or the fee rose.',
    'When the rest reappears or the fee falls, we send the refund automatically and write to you when it arrives. If you have questions, write to support from the order’s page.',
  ],
};
const DELAY_SUBJECT: Record<MailFacts['delay'], string> = {
  HELD: 'is being checked',
  RETRIED: 'is delayed',
  FAILED: 'is delayed',
  DEPOSIT_REORGED: 'is delayed',
  BELOW_FEE: 'can’t be sent yet',
};

const NEEDS_PASS = 'You can do this in the browser that created the order, or with the order pass.';

export const english: MailTexts = {
  confirm: ({ brand, order, minutes, weeks }) => ({
    subject: `Your code for order ${order}`,
    paragraphs: [
      `Someone, probably you, asked ${brand} to send updates on order ${order} to this address.`,
      `Enter this code on the order’s page. It is valid for ${minutes} minutes.`,
      'If it wasn’t you, you don’t need to do anything. Without the code we send no updates.',
    ],
    optOut: `It wasn’t me: send no codes to this address for ${weeks} weeks`,
  }),
  notifications: {
    DEPOSIT: (facts) => {
      const { order, pair, received, claimed, remaining, payUntil, memoName } = facts;
      if (facts.depositState === 'REORGED') {
        return {
          subject: `The network no longer shows the deposit of order ${order}`,
          paragraphs: [
            `We saw your deposit for order ${order} (${pair}), but the network no longer shows it. ${REORG_CAUSE}`,
            REORG_OUTCOME[facts.reorgOutcome](facts),
          ],
        };
      }
      const seen = `The network shows your deposit of ${received} for order ${order} (${pair}).`;
      if (facts.depositState === 'SEEN') {
        return {
          subject: `${received} seen for order ${order}`,
          paragraphs: [
            `${seen} ${facts.hasConfirmations ? 'It is confirmed.' : 'It is now being confirmed.'}`,
            ...(facts.firstOrder === null
              ? []
              : [
                  `You sent it to the address of order ${facts.firstOrder}, whose payout is already decided. So it became a new order with the same addresses, at the rate when it is confirmed.`,
                ]),
            'You don’t need to do anything. If that changes, we will write to you.',
          ],
        };
      }
      return {
        subject: `Send ${remaining} more for order ${order}`,
        paragraphs: [
          `${seen} ${facts.isFixed ? `The fixed rate applies to ${claimed}.` : 'This is less than we can exchange.'}`,
          `Please send ${remaining} more before ${payUntil}, to the same address${memoName === null ? '' : ` and with the same ${memoName}`}. The order’s page shows ${memoName === null ? 'it' : 'both'}.`,
          'If you have already sent the rest, you don’t need to do anything. If it doesn’t arrive in time, your money isn’t lost: we will write to you.',
        ],
      };
    },
    ACTION_NEEDED: (facts) => {
      const { order, pair, received, deadline, canChoose, claimedTransaction } = facts;
      if (claimedTransaction !== null) {
        return {
          subject: `We could not match a payment to order ${order}`,
          paragraphs: [
            `You reported transaction ${claimedTransaction} as your payment for order ${order} (${pair}). Our staff checked it and could not confirm this, so the order does not count it.`,
            'If the payment is yours, write to support from the order’s page and attach proof that you sent it.',
          ],
        };
      }
      return {
        subject: canChoose ? `Order ${order} needs your decision` : `Order ${order} can’t be exchanged as agreed`,
        paragraphs: [
          `We received ${received} for order ${order} (${pair}), but we can’t exchange it as agreed. The order’s page shows the reason${canChoose ? ' and your options' : ''}.`,
          ...(canChoose && deadline !== null ? [`Please decide before ${deadline}. ${NEEDS_PASS}`] : []),
          WITHOUT_DECISION[facts.withoutDecision](facts),
        ],
      };
    },
    TRANSFER_DELAYED: (facts) => {
      const { order, pair, received, transfer, delay } = facts;
      const [state = '', ...next] = DELAY[delay](facts);
      const amount = transfer === 'EXTRA_REFUND' ? ` of ${received}` : '';
      const delayed = `The ${TRANSFER[transfer]}${amount} for order ${order} (${pair}) ${DELAY_SUBJECT[delay]}.`;
      return {
        subject: `The ${TRANSFER[transfer]} for order ${order} ${DELAY_SUBJECT[delay]}`,
        paragraphs: [`${delayed} ${state}`, ...next],
      };
    },
    PAID_OUT: ({ order, pair, paidOut }) => ({
      subject: `${paidOut} paid out, order ${order}`,
      paragraphs: [`Order ${order} (${pair}) is complete: ${paidOut} has arrived at the address you gave.`],
    }),
    REFUNDED: ({ order, pair, received, refunded, isExtra, blockedBy }) => ({
      subject: `${refunded} refunded, order ${order}`,
      paragraphs: [
        isExtra
          ? `We refunded your extra payment of ${received} for order ${order} (${pair}). ${refunded} was sent back to you.`
          : `Order ${order} (${pair}) was refunded. ${refunded} was sent back to you.`,
        ...(blockedBy !== null && !isExtra
          ? [`We could not pay out: the contract of ${blockedBy} blocks the address that you wanted to receive at.`]
          : []),
      ],
    }),
    EXTRA_DEPOSIT: ({ order, pair, received, isReturned, deadline, canChoose, hasRefundAddress }) => ({
      subject: isReturned ? `The deposit of order ${order} has reappeared` : `Another ${received} arrived for order ${order}`,
      paragraphs: [
        isReturned
          ? `The network shows your deposit of ${received} for order ${order} (${pair}) again. The order was closed without it, so we don’t exchange it any more.`
          : `Another payment of ${received} arrived for order ${order} (${pair}). It is not part of the exchange and does not change it.`,
        ...(canChoose
          ? [
              `You can request a refund at once on the order’s page, less the network fee, to ${hasRefundAddress ? 'the address known there or to another one' : 'an address that you enter there'}. ${NEEDS_PASS}`,
            ]
          : []),
        ...(deadline === null
          ? []
          : [
              `${canChoose ? 'If you do nothing, we' : 'We'} refund it automatically on ${deadline} or later, less the network fee.`,
            ]),
        ...(deadline === null && !canChoose ? ['Your money is safe with us. Write to support to get it back.'] : []),
      ],
    }),
    CLOSED: ({ order, pair }) => ({
      subject: `Order ${order} is closed: the network no longer shows its deposit`,
      paragraphs: [
        `The network no longer shows your deposit for order ${order} (${pair}). ${REORG_CAUSE}`,
        `We had not sent anything yet, so the order is closed. ${NO_EXCHANGE} ${REAPPEARS}`,
      ],
    }),
  },
  openOrder: 'Open the order',
  whyAddress:
    'On a device that has not opened the order before, the page asks for your destination address. This keeps others from reading your order.',
  why: 'You receive this e-mail because you asked for updates on this order and confirmed your address. We never ask for keys or passwords by e-mail.',
  unsubscribe: 'Stop e-mails about this order',
};
