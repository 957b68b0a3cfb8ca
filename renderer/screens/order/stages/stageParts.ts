import type { ComponentType } from 'react';
import type { Order } from '../../../../contract/api/orders.ts';
import { asksToSend, isRateLost, orderStage } from '../../../../contract/orderStage.ts';
import { latePart, type LatePart } from '../../../latePart.tsx';
import { ORDER_CONDITIONS } from '../orderParts.ts';

interface StepProps {
  order: Order;
}

/** A card of the order page. Its code loads on its own, because an order shows only one of them. */
export interface StagePart extends LatePart<StepProps> {
  /** Source module (a key of the build's manifest), for preloading. */
  module: string;
}

const SEND = stagePart('renderer/screens/order/stages/SendStep.tsx', async () => {
  // With the card, so that the conditions of a fixed rate don't push down what is below them.
  const [{ SendStep }] = await Promise.all([import('./SendStep.tsx'), ORDER_CONDITIONS.load().catch(() => undefined)]);
  return SendStep;
});
const RATE_LOST = stagePart(
  'renderer/screens/order/stages/RateLostStep.tsx',
  async () => (await import('./RateLostStep.tsx')).RateLostStep,
);
const DECISION = stagePart(
  'renderer/screens/order/decision/DecisionStep.tsx',
  async () => (await import('../decision/DecisionStep.tsx')).DecisionStep,
);
const AFTER_SENDING = stagePart(
  'renderer/screens/order/stages/AfterSendStep.tsx',
  async () => (await import('./AfterSendStep.tsx')).AfterSendStep,
);

const FINISHED = stagePart(
  'renderer/screens/order/finished/FinishedStep.tsx',
  async () => (await import('../finished/FinishedStep.tsx')).FinishedStep,
);

export const STAGE_PARTS: readonly StagePart[] = [SEND, RATE_LOST, DECISION, AFTER_SENDING, FINISHED];

/** Returns whether the order has ended with a payout or refund. Then its card shows everything, with a heading of its own. */
export const isFinished = (order: Order): boolean => ['completed', 'refunded'].includes(orderStage(order));

/** Returns the card of the order's stage. */
export function stagePartOf(order: Order): StagePart {
  if (asksToSend(order)) return SEND;
  if (isRateLost(order)) return RATE_LOST;
  if (isFinished(order)) return FINISHED;
  return orderStage(order) === 'decision' ? DECISION : AFTER_SENDING;
}

function stagePart(module: string, load: () => Promise<ComponentType<StepProps>>): StagePart {
  return { module, ...latePart(load) };
}
