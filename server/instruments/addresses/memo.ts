import { cleanMachineText } from '../../../contract/input/machineText.ts';
import { hasMemoRule, memoProblem } from '../../../contract/input/memoRule.ts';
import type { Network } from '../catalogue.ts';

/**
 * Whether the network can carry the memo as written. Networks that know none refuse any. An empty memo is no memo and
 * is refused: leave it out instead. So is one with invisible characters or unusual spaces: it would be paid out with them (D85).
 */
export function validateMemo({ family, memoName }: Pick<Network, 'family' | 'memoName'>, memo: string): boolean {
  if (memoName === null || memo === '' || memo !== cleanMachineText(memo)) return false;
  return hasMemoRule(family) && memoProblem(family, memo) === null;
}
