import { ORDER_EVENTS_FEATURE } from '../../../contract/features.ts';
import { storeGroup } from '../storeGroup.ts';
import { AccountOrders } from './AccountOrders.ts';
import { DecisionStore } from './DecisionStore.ts';
import { GuaranteeStore } from './GuaranteeStore.ts';
import { MailSubscriptionStore } from './MailSubscriptionStore.ts';
import { NotifyStore } from './NotifyStore.ts';
import { OrderCreationStore } from './OrderCreationStore.ts';
import { DeviceOrders } from '../deviceOrders/DeviceOrders.ts';
import { OrderStore } from './OrderStore.ts';
import { OrderTokens } from '../deviceOrders/OrderTokens.ts';

/** The stores of an order: creation, updates, decisions, notifications. */
export const orderGroup = storeGroup(({ platform, clock, health, referral, session, signingKeys, restored }) => {
  const tokens = new OrderTokens(platform);
  const order = restored.create('order', OrderStore, {
    platform,
    clock,
    canPush: () => health.hasFeature(ORDER_EVENTS_FEATURE),
  });
  const hasFeature = (feature: string) => health.hasFeature(feature);
  const isOwn = (orderId: string): boolean => accountOrders.isOwn(orderId) === true;
  const deviceOrders = new DeviceOrders({ platform, clock, tokens, isOwn });
  const accountOrders = new AccountOrders({ platform, tokens, session, hasFeature, onOwn: deviceOrders.leaveToAccount });
  const guarantee = restored.create('guarantee', GuaranteeStore, {
    order,
    signingKeys,
    sessionStorage: platform.sessionStorage,
  });
  return {
    order,
    guarantee,
    orderTokens: tokens,
    deviceOrders,
    accountOrders,
    orderCreation: new OrderCreationStore({
      platform,
      clock,
      order,
      guarantee,
      deviceOrders,
      accountOrders,
      tokens,
      hasFeature,
      forgetReferrer: () => referral.clear(),
    }),
    decision: restored.create('decision', DecisionStore, {
      platform,
      order,
      tokens,
      needsToken: () => health.hasFeature('order-token'),
      isOwn,
    }),
    notify: new NotifyStore({ platform, order }),
    mailSubscription: new MailSubscriptionStore({ platform, order }),
  };
});
