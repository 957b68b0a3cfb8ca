import { splitAddress, validateMemo } from '../../instruments/addresses/index.ts';
import type { Network } from '../../instruments/catalogue.ts';
import type { OperatorContext } from '../operatorContext.ts';

export type MemoFault = { kind: 'NO_MEMOS' | 'OTHER_IN_ADDRESS' | 'INVALID' } | { kind: 'NAMES_NETWORK'; named: string };

/**
 * Returns why `memo` can't be the memo of a refund to an address of the network; null when it can. Rejects a network's name: the
 * operator meant the network, and as a memo it would credit the wrong account.
 */
export function findMemoFault(
  { catalogue }: Pick<OperatorContext, 'catalogue'>,
  network: Network,
  address: string,
  memo: string | null,
): MemoFault | null {
  if (memo === null) return null;
  if (network.memoName === null) return { kind: 'NO_MEMOS' };
  const named = memo.split(' ').find((word) => catalogue.networks.has(word.toLowerCase()));
  if (named !== undefined) return { kind: 'NAMES_NETWORK', named };
  const { memo: carried } = splitAddress(network, address);
  if (carried !== null && carried !== memo) return { kind: 'OTHER_IN_ADDRESS' };
  return validateMemo(network, memo) ? null : { kind: 'INVALID' };
}
