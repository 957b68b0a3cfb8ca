import type { Drill } from './drill.ts';
import { killDrill } from './kill.ts';

/** `npm run drill -- NAME`: every fault that is practised on real processes; docs/reliability.md says what each one shows. */
export const drills: ReadonlyMap<string, Drill> = new Map<string, Drill>([['kill', killDrill]]);
