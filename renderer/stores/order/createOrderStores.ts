import { ORDER_EVENTS_FEATURE } from '../../../contract/live.ts';
import type { Clock, Platform } from '../../../contract/platform.ts';
import type { HealthStore } from '../HealthStore.ts';
import type { ReferralStore } from '../ReferralStore.ts';
import { DecisionStore, type DecisionSnapshot } from './DecisionStore.ts';
import { GuaranteeStore, type GuaranteeSnapshot } from './GuaranteeStore.ts';
import { MailSubscriptionStore } from './MailSubscriptionStore.ts';
import { NotifyStore } from './NotifyStore.ts';
import { OrderCreationStore } from './OrderCreationStore.ts';
import { OrderHistoryStore } from './OrderHistoryStore.ts';
import { OrderStore, type OrderSnapshot } from './OrderStore.ts';
import { OrderTokens } from './OrderTokens.ts';

export interface OrdersSnapshot {
  order: OrderSnapshot | null;
  decision: DecisionSnapshot | null;
  guarantee: GuaranteeSnapshot | null;
}

interface Dependencies {
  platform: Platform;
  clock: Clock;
  health: HealthStore;
  referral: ReferralStore;
  signingKeys: readonly string[];
  snapshot: OrdersSnapshot | null;
}

/** Creates the stores of an order: creation, updates, decisions, notifications. */
export function createOrderStores({ platform, clock, health, referral, signingKeys, snapshot }: Dependencies) {
  const tokens = new OrderTokens(platform);
  const history = new OrderHistoryStore({ platform, clock, tokens });
  const order = new OrderStore({
    platform,
    clock,
    snapshot: snapshot?.order ?? null,
    canPush: () => health.hasFeature(ORDER_EVENTS_FEATURE),
  });
  const hasFeature = (feature: string) => health.hasFeature(feature);
  const guarantee = new GuaranteeStore({
    order,
    signingKeys,
    sessionStorage: platform.sessionStorage,
    snapshot: snapshot?.guarantee ?? null,
  });
  return {
    order,
    guarantee,
    orderTokens: tokens,
    orderHistory: history,
    orderCreation: new OrderCreationStore({
      platform,
      clock,
      order,
      guarantee,
      history,
      tokens,
      hasFeature,
      forgetReferrer: () => referral.clear(),
    }),
    decision: new DecisionStore({
      platform,
      order,
      tokens,
      needsToken: () => health.hasFeature('order-token'),
      snapshot: snapshot?.decision ?? null,
    }),
    notify: new NotifyStore({ platform, order }),
    mailSubscription: new MailSubscriptionStore({ platform, order }),
  };
}
