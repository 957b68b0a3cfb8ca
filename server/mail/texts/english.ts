import type { MailFacts, MailTexts } from '../mailTexts.ts';

const UNANSWERED: Record<MailFacts['unanswered'], (deadline: string | null) => string> = {
  REFUND: (deadline) =>
    deadline === null
      ? 'The order waits for you.'
      : `After ${deadline} at the earliest the deposit goes back to the refund address you gave, less the network fee.`,
  NO_ADDRESS: () =>
    'No refund address was given: unless something is decided, the money stays safe with us until you contact support.',
  TOO_LITTLE: () =>
    'The network’s fee for a refund is not less than the deposit, so nothing would come back: unless something is decided, it stays safe with us until the fee falls or you contact support.',
};

export const english: MailTexts = {
  confirm: ({ brand, order, minutes, weeks }) => ({
    subject: `Your code for order ${order}`,
    paragraphs: [
      `Somebody, probably you, asked ${brand} to send news of order ${order} to this address.`,
      `Type this code on the order’s page. It is good for ${minutes} minutes.`,
      'If it was not you, you need do nothing: without the code no news will come.',
    ],
    refuse: `It was not me: no codes to this address for ${weeks} weeks`,
  }),
  moments: {
    DEPOSIT_SEEN: ({ order, pair, received }) => ({
      subject: `${received} seen for order ${order}`,
      paragraphs: [
        `Your deposit of ${received} has been seen on the network (order ${order}, ${pair}).`,
        'It now collects its confirmations. There is nothing for you to do.',
      ],
    }),
    DECISION_NEEDED: ({ order, pair, received, deadline, canChoose, unanswered }) => ({
      subject: canChoose ? `Order ${order} needs your decision` : `Order ${order} can’t be exchanged as agreed`,
      paragraphs: [
        `${received} came in for order ${order} (${pair}), but it can’t be exchanged as agreed. The order’s page says why${canChoose ? ', and what you can choose' : ''}.`,
        ...(canChoose && deadline !== null ? [`Please decide before ${deadline}.`] : []),
        UNANSWERED[unanswered](deadline),
        ...(canChoose ? ['Deciding needs the browser that made the order, or its order pass.'] : []),
      ],
    }),
    PAYOUT_HELD: ({ order, pair, isRefund }) => ({
      subject: `The ${isRefund ? 'refund' : 'payout'} of order ${order} is being checked`,
      paragraphs: [
        `The ${isRefund ? 'refund' : 'payout'} of order ${order} (${pair}) is not within the limits for automatic ones, so a person looks at it before it leaves.`,
        'Your money is safe and the amount does not change. You will hear from us when it has left and arrived.',
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
    EXTRA_DEPOSIT: ({ order, pair, received, deadline, canChoose }) => ({
      subject: `Another ${received} came in for order ${order}`,
      paragraphs: [
        `Another payment came to the address of order ${order} (${pair}): ${received}. It is not part of the exchange, which it does not change.`,
        ...(deadline === null ? [] : [`It goes back by itself on ${deadline} at the earliest, less the network fee.`]),
        ...(canChoose
          ? [
              'You can have it back at once on the order’s page, to an address that you give or that is known there. That needs the browser that made the order, or its order pass.',
            ]
          : []),
        ...(deadline === null && !canChoose ? ['It is safe with us: write to support to have it back.'] : []),
      ],
    }),
    EXTRA_REFUNDED: ({ order, pair, received, refunded }) => ({
      subject: `${refunded} sent back, order ${order}`,
      paragraphs: [
        `The payment of ${received} that came besides order ${order} (${pair}) was sent back: ${refunded} has gone back to you.`,
      ],
    }),
  },
  openOrder: 'Open the order',
  whyAddress: 'On a device that does not know the order, the page asks for the address that it pays to: nobody else can read it.',
  why: 'You get this because you asked for news of this order and confirmed the address. We never ask for keys or passwords by e-mail.',
  unsubscribe: 'No more mail about this order',
};
