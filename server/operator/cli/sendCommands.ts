import { actCommand, note } from './command.ts';

/** Commands about one payment to a customer. */
export const SEND_COMMANDS = {
  release: actCommand('release', {
    usage: [['<send>', 'send a payout, refund or withdrawal that is on hold; a withdrawal still waits as long as it has to']],
    input: ([sendId]) => ({ sendId }),
    done: ({ effect: { sendId, warnings } }) =>
      warnings.includes('PAYOUTS_STOPPED')
        ? `${sendId} is released. Payouts are stopped: it is sent after resume-payouts.`
        : `${sendId} is released. The host sends it in its next round.`,
    refused: ({ refused }, [id]) =>
      refused === 'NOT_HELD'
        ? `Nothing was done: ${id} is not on hold.`
        : `Nothing was done: the books were restored, and the customer of ${id} confirms it again or stops it.`,
  }),
  cancel: actCommand('cancel', {
    usage: [['<withdrawal>', 'cancel a withdrawal (WITHDRAWAL:…) that has not left; the whole amount returns to the balance']],
    input: ([sendId]) => ({ sendId }),
    done: ({ effect: { sendId } }) =>
      `${sendId} is cancelled. The whole amount is back in the customer's balance, and the customer gets an e-mail.`,
    refused: (_, [id]) => `Nothing was done: ${id} is no withdrawal, or it may be on its way.`,
  }),
  retry: actCommand('retry', {
    usage: [['<send>', 'retry a refused, failed or delayed payout, refund or withdrawal now']],
    input: ([sendId]) => ({ sendId }),
    done: ({ effect: { sendId, outcome } }) =>
      outcome === 'RETRIED'
        ? `${sendId} is retried in the host's next round.`
        : `${sendId} is not sent again: the network no longer reports it as failed. The host monitors it until it is confirmed.`,
    refused: ({ refused }, [id]) =>
      refused === 'MAY_HAVE_LEFT'
        ? `Nothing was done: payments left the treasury that the books don't know, and ${id} may be one of them. Once the network is in RECOVERY, explain them: see \`recovery\`.`
        : `Nothing was done: ${id} is neither refused nor failed, nor between two attempts.`,
  }),
  override: actCommand('override', {
    usage: [['<send>', 'send a payout or refund without checking its deposits; check them on two explorers first']],
    input: ([sendId]) => ({ sendId }),
    done: ({ effect: { sendId } }) => `The deposit check of ${sendId} is overridden. The host sends it in its next round.`,
    refused: (_, [id]) => `Nothing was done: ${id} is not waiting to be sent.`,
  }),
  settle: actCommand('settle', {
    usage: [['<send> <note>', 'close a payment of which less arrived than was sent; note what you did about it']],
    input: ([sendId, ...words]) => ({ sendId, note: note(words) }),
    done: ({ effect: { sendId, note: text } }) => `${sendId} is settled: ${text}`,
    refused: (_, [id]) => `Nothing was done: all of ${id} arrived, or it is settled.`,
  }),
};
