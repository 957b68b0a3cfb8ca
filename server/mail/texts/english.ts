import type { MailFacts, MailTexts } from '../mailTexts.ts';

const UNANSWERED: Record<MailFacts['unanswered'], (facts: MailFacts) => string> = {
  REFUND: ({ deadline, canChoose }) =>
    deadline === null
      ? 'The order waits for you.'
      : `${canChoose ? 'If you do nothing, the' : 'There is nothing for you to do: the'} deposit goes back to the refund address you gave, less the network fee, on ${deadline} or later.`,
  NO_ADDRESS: ({ canChoose }) =>
    `No refund address was given: until you ${canChoose ? 'decide or ' : ''}write to support, the money stays safe with us.`,
  TOO_LITTLE: ({ canChoose }) =>
    `The network fee of a refund would take the whole deposit, so nothing would come back: until the fee falls, or you ${canChoose ? 'decide or ' : ''}write to support, the money stays safe with us.`,
};

const TAKEN_BACK: Record<MailFacts['takenBack'], (facts: MailFacts) => string> = {
  AGAIN: ({ payUntil }) =>
    `Look into your wallet first. Only if the money is back there, send it again before ${payUntil}: the order’s page says what to send, and where. If the first deposit shows up after all, it counts as before.`,
  OVER: () =>
    'The time of the order is over, so nothing was exchanged and nothing is owed. Please do not send to its address any more. If the deposit shows up after all, it is not lost: we will write to you.',
  ASKED: () =>
    'There is nothing to decide any more: nothing was exchanged and nothing is owed. Please do not send to its address any more. If the deposit shows up after all, we will write to you.',
  REFUND: () =>
    'So there is nothing to send back now. If the deposit shows up after all, the refund goes on by itself, and we will write when it has arrived.',
};

const DELAY: Record<MailFacts['delay'], string> = {
  RETRIED:
    'It goes on by itself as soon as that is possible, and there is nothing for you to do. We will write when it has arrived.',
  FAILED:
    'It failed on its network, and the money is still with us. It is not sent again by itself: a person looks at it first. There is nothing for you to do, and we will write when it has arrived.',
  DEPOSIT_REORGED:
    'The network no longer shows the deposit that it is for, and until it does, the money does not leave. If the deposit is back in your wallet, or you see it confirmed there, please write to support on the order’s page.',
};

const HELD = (what: string, { isValueUnknown }: MailFacts): string =>
  isValueUnknown
    ? `We have no price to compare it with our limits, so the ${what} waits until there is one, or until a person has checked it.`
    : `It is not within our limits for automatic transfers, so a person checks the ${what} before it leaves.`;

const WAIT_FOR_IT = 'Your money is safe, and there is nothing for you to do. We will write when it has arrived.';
const NEEDS_PASS = 'This takes the browser that made the order, or its order pass.';

export const english: MailTexts = {
  confirm: ({ brand, order, minutes, weeks }) => ({
    subject: `Your code for order ${order}`,
    paragraphs: [
      `Somebody, probably you, asked ${brand} to send news of order ${order} to this address.`,
      `Type this code on the order’s page. It is valid for ${minutes} minutes.`,
      'If it was not you, there is nothing for you to do: without the code no news will come.',
    ],
    refuse: `It was not me: send no codes to this address for ${weeks} weeks`,
  }),
  moments: {
    DEPOSIT_SEEN: ({ order, pair, received, isConfirmed }) => ({
      subject: `${received} seen for order ${order}`,
      paragraphs: [
        `Your deposit of ${received} has been seen on the network (order ${order}, ${pair}).`,
        isConfirmed ? 'It has its confirmations.' : 'It now collects its confirmations.',
        'There is nothing for you to do. If that changes, we will write to you.',
      ],
    }),
    DEPOSIT_SHORT: ({ order, pair, received, claimed, remaining, isFixed, payUntil, memoName }) => ({
      subject: `Send ${remaining} more for order ${order}`,
      paragraphs: [
        isFixed
          ? `We see your deposit of ${received} for order ${order} (${pair}). The rate was promised for ${claimed}.`
          : `We see your deposit of ${received} for order ${order} (${pair}), which is less than we can exchange.`,
        `Please send ${remaining} more before ${payUntil}, to the same address${memoName === null ? '' : ` and with the same ${memoName}`}: the order’s page shows ${memoName === null ? 'it' : 'both'}.`,
        'If you have sent it already, there is nothing for you to do. If it does not come in time, what came is not lost: we will write to you.',
      ],
    }),
    DEPOSIT_TAKEN_BACK: (facts) => ({
      subject: `The network took back the deposit of order ${facts.order}`,
      paragraphs: [
        `We saw your deposit for order ${facts.order} (${facts.pair}), but the network no longer shows it: it was replaced, or its block left the chain.`,
        TAKEN_BACK[facts.takenBack](facts),
      ],
    }),
    DECISION_NEEDED: (facts) => {
      const { order, pair, received, deadline, canChoose, unanswered } = facts;
      return {
        subject: canChoose ? `Order ${order} needs your decision` : `Order ${order} can’t be exchanged as agreed`,
        paragraphs: [
          `${received} came in for order ${order} (${pair}), but it can’t be exchanged as agreed. The order’s page says why${canChoose ? ', and what you can choose' : ''}.`,
          ...(canChoose && deadline !== null ? [`Please decide before ${deadline}. ${NEEDS_PASS}`] : []),
          UNANSWERED[unanswered](facts),
        ],
      };
    },
    PAYOUT_HELD: (facts) => {
      const what = facts.isRefund ? 'refund' : 'payout';
      return {
        subject: `The ${what} of order ${facts.order} is being checked`,
        paragraphs: [`The ${what} of order ${facts.order} (${facts.pair}) has not left yet. ${HELD(what, facts)}`, WAIT_FOR_IT],
      };
    },
    PAYOUT_DELAYED: ({ order, pair, isRefund, delay }) => ({
      subject: `The ${isRefund ? 'refund' : 'payout'} of order ${order} is late`,
      paragraphs: [
        `The ${isRefund ? 'refund' : 'payout'} of order ${order} (${pair}) is late: it has not gone through yet.`,
        DELAY[delay],
      ],
    }),
    REFUND_BLOCKED: ({ order, pair }) => ({
      subject: `The refund of order ${order} can’t leave yet`,
      paragraphs: [
        `Order ${order} (${pair}) is to be refunded, but what is there of the deposit is not more than the network fee: the network took part of it back, or the fee has risen.`,
        'When the rest shows up again, or the fee has fallen, the refund leaves by itself, and we will write when it has arrived. If you have questions, write to support on the order’s page.',
      ],
    }),
    PAID_OUT: ({ order, pair, paidOut }) => ({
      subject: `${paidOut} paid out, order ${order}`,
      paragraphs: [`Order ${order} (${pair}) is complete: ${paidOut} has arrived at the address you gave.`],
    }),
    REFUNDED: ({ order, pair, refunded }) => ({
      subject: `${refunded} refunded, order ${order}`,
      paragraphs: [`Order ${order} (${pair}) was refunded: ${refunded} has gone back to you.`],
    }),
    VOID: ({ order, pair }) => ({
      subject: `Order ${order} is over: the network took back its deposit`,
      paragraphs: [
        `The network no longer shows your deposit for order ${order} (${pair}): it was replaced, or its block left the chain.`,
        'Nothing had left yet, so the order is over and nothing is owed. Please do not send to its address any more. If the deposit shows up after all, it is not lost: we will write to you.',
      ],
    }),
    EXTRA_DEPOSIT: ({ order, pair, received, isReturned, deadline, canChoose, hasAddress }) => ({
      subject: isReturned ? `The deposit of order ${order} is back` : `Another ${received} came in for order ${order}`,
      paragraphs: [
        isReturned
          ? `The network shows your deposit of ${received} for order ${order} (${pair}) again. The order had ended without it, so it is not exchanged any more.`
          : `Another payment came in for order ${order} (${pair}): ${received}. It is not part of the exchange, and changes nothing about it.`,
        ...(canChoose
          ? [
              `You can have it back at once on the order’s page, less the network fee, to ${hasAddress ? 'the address known there or to another one' : 'an address that you give there'}. ${NEEDS_PASS}`,
            ]
          : []),
        ...(deadline === null
          ? []
          : [`${canChoose ? 'If you do nothing, it' : 'It'} goes back by itself on ${deadline} or later, less the network fee.`]),
        ...(deadline === null && !canChoose ? ['It is safe with us: write to support to have it back.'] : []),
      ],
    }),
    EXTRA_HELD: (facts) => ({
      subject: `The refund of an additional payment is being checked, order ${facts.order}`,
      paragraphs: [
        `The refund of the additional payment of ${facts.received} that came in for order ${facts.order} (${facts.pair}) has not left yet. ${HELD('refund', facts)}`,
        WAIT_FOR_IT,
      ],
    }),
    EXTRA_DELAYED: ({ order, pair, received, delay }) => ({
      subject: `The refund of an additional payment is late, order ${order}`,
      paragraphs: [
        `The refund of the additional payment of ${received} that came in for order ${order} (${pair}) is late: it has not gone through yet.`,
        DELAY[delay],
      ],
    }),
    EXTRA_REFUNDED: ({ order, pair, received, refunded }) => ({
      subject: `${refunded} sent back, order ${order}`,
      paragraphs: [
        `The additional payment of ${received} that came in for order ${order} (${pair}) was sent back: ${refunded} has gone back to you.`,
      ],
    }),
    CLAIM_REJECTED: ({ order, pair, transaction }) => ({
      subject: `The payment you named is not counted for order ${order}`,
      paragraphs: [
        `You named a payment for order ${order} (${pair}): transaction ${transaction}. A person compared it, and could not count it as this order’s.`,
        'If you think that it is yours all the same, write to support on the order’s page, with what shows that you sent it.',
      ],
    }),
  },
  openOrder: 'Open the order',
  whyAddress:
    'On a device that does not know the order, the page asks for the address that it pays to, so that nobody else can read it.',
  why: 'You get this because you asked for news of this order and confirmed the address. We never ask for keys or passwords by e-mail.',
  unsubscribe: 'No more mail about this order',
};
