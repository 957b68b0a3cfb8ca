import { booksDrill } from './books.ts';
import { clockDrill } from './clock.ts';
import { diskDrill } from './disk.ts';
import { cloneDrill } from './clone.ts';
import type { Drill } from './drill.ts';
import { feesDrill } from './fees.ts';
import { hedgeDrill } from './hedge.ts';
import { inputsDrill } from './inputs.ts';
import { killDrill, processesDrill } from './kill.ts';
import { portsDrill } from './ports.ts';
import { postgresDrill } from './postgres.ts';
import { racesDrill } from './races.ts';
import { restoreDrill } from './restore.ts';
import { socketsDrill } from './sockets.ts';
import { withdrawalsDrill } from './withdrawals.ts';

/** The drills of `npm run drill -- NAME`, which inject faults into real processes. docs/reliability.md says what each one shows. */
export const drills: readonly Drill[] = [
  // These two take longest, and start first in the tests.
  booksDrill,
  postgresDrill,
  killDrill,
  withdrawalsDrill,
  processesDrill,
  diskDrill,
  portsDrill,
  hedgeDrill,
  socketsDrill,
  racesDrill,
  clockDrill,
  restoreDrill,
  cloneDrill,
  feesDrill,
  inputsDrill,
];
