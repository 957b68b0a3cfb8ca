import { repeat } from '../common/repeat.ts';
import type { TransferFees } from '../db/repositories/unresolved.ts';
import type { OrderContext } from '../orders/core/context.ts';
import { estimateTransferFees } from './estimateTransferFees.ts';
import type { OperatorContext } from './operatorContext.ts';
import { countUnresolved, type UnresolvedCounts } from './unresolved.ts';

/** Counts unresolved items once a minute for the metrics, so that a scrape costs nothing. */
export interface UnresolvedMonitor {
  /** Counts once. Throws what the database throws; then the previous counts stay. */
  count(): Promise<void>;
  /** The latest counts; null before the first */
  last(): UnresolvedCounts | null;
  /** The last known transfer fees, by which dust is left out */
  fees(): TransferFees;
  /** Counts every minute. The returned function stops it and waits for the current count. */
  start(): () => Promise<void>;
}

export function createUnresolvedMonitor(context: OperatorContext & Pick<OrderContext, 'log'>): UnresolvedMonitor {
  /** Keeps the last known fee of a network that does not answer, so that dust is not counted meanwhile. */
  let fees: TransferFees = new Map();
  let counts: UnresolvedCounts | null = null;
  const feesOf = async (instruments: readonly string[]): Promise<TransferFees> => {
    fees = new Map([...fees, ...(await estimateTransferFees(context, instruments))]);
    return fees;
  };
  const count = async (): Promise<void> => {
    counts = await countUnresolved(context, feesOf);
  };
  const onError = (error: unknown): void =>
    context.log.warn({ err: error }, 'unresolved items were not counted; the metrics show the previous numbers');
  return { count, last: () => counts, fees: () => fees, start: () => repeat(count, { pauseMs: 60_000, onError }) };
}
