import type { DrillRun } from '../drill.ts';
import type { Plan } from './customer.ts';

/** The swaps that are under way, and those that a fault has met */
export interface Swaps {
  /** Swaps whose order is created and has not ended */
  open(): readonly Plan[];
  /** Logs a fault that begins, and marks the swaps that it meets, by default all open ones. */
  meet(fault: string, met?: readonly Plan[]): void;
  /** Returns how many swaps a fault must still meet. */
  unmet(): number;
}

interface TrackedSwaps {
  swaps: Swaps;
  /** Called when the order of a swap is created, from when on a fault can meet it. */
  onMade(plan: Plan): void;
  onEnd(plan: Plan): void;
  /** Returns one sentence for each fault that met no swap, however often it began, because it has shown nothing. */
  judge(): string[];
}

/** Tracks the swaps of a drill of `count`. */
export function trackSwaps({ count, log }: Pick<DrillRun, 'count' | 'log'>): TrackedSwaps {
  const open = new Map<number, Plan>();
  const met = new Set<number>();
  const timesMet = new Map<string, number>();
  return {
    swaps: {
      open: () => [...open.values()],
      meet: (fault, swaps = [...open.values()]) => {
        log(`${fault}, with ${swaps.length} swaps under way`);
        timesMet.set(fault, (timesMet.get(fault) ?? 0) + swaps.length);
        for (const { number } of swaps) met.add(number);
      },
      unmet: () => Math.max(0, count - met.size),
    },
    onMade: (plan) => open.set(plan.number, plan),
    onEnd: ({ number }) => open.delete(number),
    judge: () => {
      log(`${met.size} swaps met a fault`);
      const never = [...timesMet]
        .filter(([, times]) => times === 0)
        .map(([fault]) => `not practised while somebody swapped: ${fault}`);
      return met.size === 0 && never.length === 0 ? ['no fault met a swap'] : never;
    },
  };
}
