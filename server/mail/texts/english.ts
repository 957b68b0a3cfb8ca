import type { MailTexts } from '../mailTexts.ts';

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
    DECISION_NEEDED: ({ order, pair, received, deadline, hasRefundAddress }) => ({
      subject: `Order ${order} needs your decision`,
      paragraphs: [
        `${received} came in for order ${order} (${pair}), but it can’t be exchanged as agreed. The order’s page says why, and what you can choose.`,
        deadline === null
          ? 'The order waits for you.'
          : hasRefundAddress
            ? `Please decide before ${deadline}. After that the deposit goes back to the refund address you gave, less the network fee.`
            : `Please decide before ${deadline}. No refund address was given, so after that the order waits until you contact support.`,
        'Deciding needs the browser that made the order, or its order pass.',
      ],
    }),
    PAYOUT_HELD: ({ order, pair }) => ({
      subject: `The payout of order ${order} is being checked`,
      paragraphs: [
        `The payout of order ${order} (${pair}) is above an automatic limit, so a person looks at it before it leaves.`,
        'Your money is safe and the amount does not change. You will hear from us when it has been paid.',
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
  },
  openOrder: 'Open the order',
  whyAddress: 'On a device that does not know the order, the page asks for the address that it pays to: nobody else can read it.',
  why: 'You get this because you asked for news of this order and confirmed the address. We never ask for keys or passwords by e-mail.',
  unsubscribe: 'No more mail about this order',
};
