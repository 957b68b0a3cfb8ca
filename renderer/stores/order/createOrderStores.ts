import { ORDER_EVENTS_FEATURE } from '../../../contract/features.ts';
import type { AppStores } from '../createAppStores.ts';
import { storeGroup } from '../storeGroup.ts';
import { AccountOrders } from './AccountOrders.ts';
import { DecisionStore } from './DecisionStore.ts';
import { GuaranteeStore } from './GuaranteeStore.ts';
import { MailSubscriptionStore } from './MailSubscriptionStore.ts';
import { NotifyStore } from './NotifyStore.ts';
import { OrderCreationStore } from './OrderCreationStore.ts';
import { OrderHistoryStore } from './OrderHistoryStore.ts';
import { OrderStore } from './OrderStore.ts';
import { OrderTokens } from './OrderTokens.ts';

/** Creates the stores of an order: creation, updates, decisions, notifications. */
function createOrderStores({ platform, clock, health, referral, session, signingKeys, pageSnapshot }: AppStores) {
  const snapshot = pageSnapshot?.orders;
  const tokens = new OrderTokens(platform);
  const order = new OrderStore({
    platform,
    clock,
    snapshot: snapshot?.order ?? null,
    canPush: () => health.hasFeature(ORDER_EVENTS_FEATURE),
  });
  const hasFeature = (feature: string) => health.hasFeature(feature);
  const isOwn = (orderId: string): boolean => accountOrders.isOwn(orderId) === true;
  const history = new OrderHistoryStore({ platform, clock, tokens, isOwn });
  const accountOrders = new AccountOrders({ platform, tokens, session, hasFeature, onOwn: history.leaveToAccount });
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
    accountOrders,
    orderCreation: new OrderCreationStore({
      platform,
      clock,
      order,
      guarantee,
      history,
      accountOrders,
      tokens,
      hasFeature,
      forgetReferrer: () => referral.clear(),
    }),
    decision: new DecisionStore({
      platform,
      order,
      tokens,
      needsToken: () => health.hasFeature('order-token'),
      isOwn,
      snapshot: snapshot?.decision ?? null,
    }),
    notify: new NotifyStore({ platform, order }),
    mailSubscription: new MailSubscriptionStore({ platform, order }),
  };
}

export type OrderStores = ReturnType<typeof createOrderStores>;
export const addOrderStores = storeGroup('order', createOrderStores);
