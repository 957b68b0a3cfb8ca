import { actCorruptions } from './acts.ts';
import { capCorruptions } from './caps.ts';
import type { Corruption } from './corruption.ts';
import { customerCorruptions } from './customers.ts';
import { earningCorruptions } from './earnings.ts';
import { ledgerCorruptions } from './ledger.ts';
import { depositCorruptions, sendCorruptions } from './money.ts';
import { capitalCorruptions, documentCorruptions, orderCorruptions } from './records.ts';
import { watchingCorruptions } from './watching.ts';

/** Every change of the drill `books`, in the order in which it makes them. docs/reliability.md lists them by kind. */
export const corruptions: readonly Corruption[] = [
  ...ledgerCorruptions,
  ...depositCorruptions,
  ...sendCorruptions,
  ...orderCorruptions,
  ...documentCorruptions,
  ...capitalCorruptions,
  ...customerCorruptions,
  ...earningCorruptions,
  ...capCorruptions,
  ...watchingCorruptions,
  ...actCorruptions,
];
