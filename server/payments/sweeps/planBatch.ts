import { amount, compare, sum, toDecimal, type Decimal } from '../../../contract/money.ts';
import type { TokenCollection } from '../../ports/chain/chainGateway.ts';
import { MOST_COLLECTED } from '../outbox/collectSweeps.ts';
import type { PaymentContext } from '../paymentContext.ts';
import type { DueSweep } from './dueSweep.ts';
import { FEE_RETRY_MS, inToken, isNeededAtTreasury, planLater, waitsForLowerFees, type Plan, type Sweep } from './sweepPlan.ts';

/** So many tokens are collected at once: from here on, a batch costs much less than sweeps. */
const USUAL_ITEMS = 5;
/** A single one is swept by itself: a batch of one costs more. */
const LEAST_ITEMS = 2;
/** After this time, fewer are collected too, in ms. */
const GATHER_MS = 24 * 3_600_000;

/** A token at a deposit address without gas. It can be collected in a batch, or swept after a top-up. */
export interface BatchCandidate extends Sweep {
  /** What the batch collects. A sweep leaves a residue, which saves gas only there. */
  all: Decimal;
  alone: {
    /** Of the top-up and the sweep, in the native coin */
    cost: Decimal;
    plan: Plan;
  };
}

/**
 * Decides how tokens of a network are collected, and returns their plans. They are collected when five are there, after
 * a day, or when the treasury needs one of them; in one transaction if that costs less than sweeps. Those whose share is more than their
 * orders may cost wait for lower fees.
 */
export async function planBatch(
  context: PaymentContext,
  collection: TokenCollection,
  candidates: readonly BatchCandidate[],
): Promise<{ sweep: DueSweep; plan: Plan }[]> {
  const plans = new Map<BatchCandidate, Plan>();
  let batch = (await isBatchDue(context, candidates)) ? candidates.slice(0, MOST_COLLECTED) : [];
  while (batch.length > 0) {
    const share = await shareOfBatch(collection, batch);
    const waiting: BatchCandidate[] = [];
    for (const one of batch) if (await waits(context, one, share ?? one.alone.cost)) waiting.push(one);
    for (const one of waiting) plans.set(one, planLater(context, one.lastBookedAt, FEE_RETRY_MS));
    batch = batch.filter((one) => !waiting.includes(one));
    // Each share is larger in a smaller batch.
    if (share !== null && waiting.length > 0) continue;
    for (const one of batch) plans.set(one, share === null ? one.alone.plan : collect(one));
    break;
  }
  return candidates.map((one) => ({ sweep: one.due, plan: plans.get(one) ?? gather(context, one) }));
}

async function isBatchDue(context: PaymentContext, candidates: readonly BatchCandidate[]): Promise<boolean> {
  if (candidates.length >= USUAL_ITEMS) return true;
  for (const one of candidates) {
    if (one.due.isCollectedAtOnce || context.now() >= gatheredUntil(context, one)) return true;
    if (await isNeededAtTreasury(context, { ...one, held: one.all })) return true;
  }
  return false;
}

function gatheredUntil({ now }: PaymentContext, { lastBookedAt }: BatchCandidate): number {
  return (lastBookedAt ?? now()) + GATHER_MS;
}

/** Looks at it again when it has waited for a day, and before: the treasury may need it. */
function gather(context: PaymentContext, candidate: BatchCandidate): Plan {
  return { state: 'GATHERING', notBefore: Math.min(gatheredUntil(context, candidate), context.now() + FEE_RETRY_MS) };
}

/** Returns what one transaction costs for each of them, in the native coin; null when sweeps cost less, or nothing can be collected. */
async function shareOfBatch(collection: TokenCollection, batch: readonly BatchCandidate[]): Promise<Decimal | null> {
  if (batch.length < LEAST_ITEMS) return null;
  const fee = await collection.estimate(
    batch.map(({ instrument, due, all }) => ({ instrumentSlug: instrument, fromIndex: due.index, amount: all })),
  );
  if (fee === null || compare(fee, sum(batch.map(({ alone }) => alone.cost))) > 0) return null;
  return toDecimal(amount(fee).div(amount(String(batch.length))));
}

async function waits(context: PaymentContext, candidate: BatchCandidate, native: Decimal): Promise<boolean> {
  const cost = inToken(context, candidate.instrument, native);
  return cost !== null && (await waitsForLowerFees(context, candidate, cost));
}

function collect({ instrument, due, treasury, all }: BatchCandidate): Plan {
  return { state: 'SWEEPING', send: { kind: 'SWEEP', instrument, fromIndex: due.index, toAddress: treasury, amount: all } };
}
