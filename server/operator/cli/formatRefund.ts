import type { EffectOf, RefusalOf } from '../acts/index.ts';
import type { MemoFault } from '../acts/refundMemo.ts';
import type { OtherNetworkDeposits, RefundStep } from '../acts/refund.ts';

const NOTHING_REFUNDED = `Nothing was refunded. Possible reasons:
  - there is no such order or refund
  - the address does not fit the instrument
  - the deposit is still processed automatically, or too little would arrive after the network fee
  - a payout or refund may be on its way
  - a refund is decided already: redirect it by its own id (REFUND:…)`;

export function formatRefund({ orderId, steps, otherNetworks }: EffectOf<'refund'>): string {
  return [...steps.map(describeStep), ...otherNetworks.map(describeOther(orderId))].join('\n');
}

export function formatRefundRefusal(refusal: RefusalOf<'refund'>, target: string): string {
  switch (refusal.refused) {
    case 'NOTHING_TO_REFUND':
      return [NOTHING_REFUNDED, ...refusal.otherNetworks.map(describeOther(target))].join('\n');
    case 'OWN_ADDRESS':
      return `${NOTHING_REFUNDED}\n${refusal.address} is an address of ours: the treasury's or an order's deposit address.`;
    case 'NO_SUCH_NETWORK':
      return `${NOTHING_REFUNDED}\n${refusal.network} has no memos, and ${refusal.named} is not a network.`;
    case 'WRONG_MEMO':
      return `${NOTHING_REFUNDED}\n${describeFault(refusal)}`;
    case 'OTHER_ADDRESS':
      return `${NOTHING_REFUNDED}\nThe order's refund address is ${refusal.given}. Only its order pass may replace it. If the customer can't use that address, repeat the command with --replace at its end.`;
  }
}

function describeStep(step: RefundStep): string {
  switch (step.kind) {
    case 'ANSWER':
      return 'The order no longer waits for its customer. The host refunds it in its next round.';
    case 'CANCEL_PAYOUT':
      return 'The payout is cancelled. The host refunds the deposit in its next round.';
    case 'REDIRECT': {
      const next = step.isHeld ? 'It is still on hold: release it.' : 'The host sends it in its next round.';
      return `${step.sendId} goes to this address. ${next}`;
    }
    case 'EXTRA':
      return `The host refunds ${step.amount} ${step.instrument} of ${step.txHash}, unless too little would arrive after the network fee.`;
  }
}

const describeOther =
  (orderId: string) =>
  ({ network, sums }: OtherNetworkDeposits): string => {
    const coins = sums.map(({ amount, instrument }) => `${amount} ${instrument}`).join(', ');
    return `Not refunded on ${network}: ${coins}. To refund it, run: refund ${orderId} ADDRESS ${network}`;
  };

function describeFault(refusal: { fault: MemoFault; network: string; memoName: string | null; memo: string | null }): string {
  const { fault, network, memoName, memo } = refusal;
  const again = `Repeat the command with the address only, or with its ${memoName}.`;
  switch (fault.kind) {
    case 'NO_MEMOS':
      return `${network} has no memos. Repeat the command with the address only.`;
    case 'NAMES_NETWORK':
      return `On ${network} the address is followed by the ${memoName}, but ${fault.named} is a network. ${again}`;
    case 'OTHER_IN_ADDRESS':
      return `The address contains another ${memoName}. ${again}`;
    case 'INVALID':
      return `${memo} is not a valid ${memoName} of ${network}. ${again}`;
  }
}
