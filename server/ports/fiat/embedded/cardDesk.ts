import { add, compare, type Decimal } from '../../../../contract/money.ts';
import type { Logger } from '../../../common/log.ts';
import { randomId } from '../../../common/hashing.ts';
import type { EmbeddedCardPurchase, EmbeddedCardUser } from '../../../db/tables/embeddedCards.ts';
import type { ChainControls } from '../../chain/chainControls.ts';
import { callbacksOf } from './cardCallbacks.ts';
import type { EmbeddedCardStore } from './embeddedCardStore.ts';

/** Above this total in a currency, the embedded provider wants documents. */
export const CARD_KYC_THRESHOLD = '700';
/** Test cards of the real provider's sandbox */
export const GOOD_CARD = '4444444444443333';
export const OTHER_CARD = '5555444433331111';
const DECLINED_CVV = '555';
const BATCH = 20;

export interface CardDeskOptions {
  store: EmbeddedCardStore;
  signKey: string;
  /** Pays from an embedded network, like the provider's own wallet */
  send: ChainControls['send'];
  /** Returns the slug of a coin on a network; undefined: it is not sold */
  instrumentSlug(coin: string, network: string): string | undefined;
  now(): number;
  log: Logger;
}

/** The embedded provider's decisions about its customers' payments. */
export type CardDesk = ReturnType<typeof createCardDesk>;

export function createCardDesk({ store, signKey, send, instrumentSlug, now, log }: CardDeskOptions) {
  const seconds = (): number => Math.floor(now() / 1_000);

  const setBuy = async (
    purchase: EmbeddedCardPurchase,
    buy_status: string,
    changes: Partial<EmbeddedCardPurchase> = {},
  ): Promise<EmbeddedCardPurchase> => {
    // Two statuses within a second have different times, as the real provider's do.
    const buy_updated_at = Math.max(seconds(), purchase.buy_updated_at + 1);
    const changed = { ...purchase, ...changes, buy_status, buy_updated_at };
    const callbacks = callbacksOf(changed, 'buy', now(), signKey);
    const isChanged = await store.changePurchase(purchase, { ...changes, buy_status, buy_updated_at }, callbacks);
    return isChanged ? changed : ((await store.findPurchase(purchase.id)) ?? changed);
  };
  const setWithdraw = async (purchase: EmbeddedCardPurchase, withdraw_status: string, tx_hash: string | null = null) => {
    const withdraw_updated_at = Math.max(seconds(), (purchase.withdraw_updated_at ?? purchase.buy_updated_at) + 1);
    const changes = { withdraw_status, withdraw_updated_at, ...(tx_hash !== null && { tx_hash }) };
    const changed = { ...purchase, ...changes };
    const isChanged = await store.changePurchase(purchase, changes, callbacksOf(changed, 'withdraw', now(), signKey));
    return isChanged ? changed : null;
  };

  /** Whether the payments of a customer, with this one, are above what needs no documents */
  const needsDocuments = async (purchase: EmbeddedCardPurchase): Promise<boolean> => {
    const user = await store.findUser({ id: purchase.user_id });
    if (user?.kyc_status === 'complete') return false;
    const earlier = (await store.listOfUser(purchase.user_id)).filter(
      ({ id, currency, buy_status }) => id !== purchase.id && currency === purchase.currency && buy_status === 'paid',
    );
    const total = earlier.reduce<Decimal>((sum, one) => add(sum, one.amount), purchase.amount);
    return compare(total, CARD_KYC_THRESHOLD) > 0;
  };

  const deliver = async (purchase: EmbeddedCardPurchase): Promise<void> => {
    const slug = instrumentSlug(purchase.coin, purchase.network);
    const started = purchase.withdraw_status === null ? await setWithdraw(purchase, 'new') : purchase;
    if (!started || purchase.withdraw_status === null) return;
    // Conditional, so that two processes send once.
    const sending = await setWithdraw(started, 'pending');
    if (!sending || slug === undefined) return;
    const payment = { instrumentSlug: slug, toAddress: purchase.address, memo: null, amount: purchase.amount_to_get };
    const sent = await send(payment).catch((error: unknown) => {
      log.warn({ err: error, purchaseId: purchase.id }, 'the embedded card provider could not deliver');
      return null;
    });
    await setWithdraw(sending, sent === null ? 'failed' : 'completed', sent?.txHash);
  };

  return {
    open: async (
      user: EmbeddedCardUser,
      wanted: Pick<
        EmbeddedCardPurchase,
        'merchant_id' | 'currency' | 'coin' | 'network' | 'amount' | 'amount_to_get' | 'address'
      >,
    ): Promise<EmbeddedCardPurchase> => {
      const purchase: EmbeddedCardPurchase = {
        ...wanted,
        id: randomId(),
        user_id: user.id,
        buy_status: 'opened',
        buy_updated_at: seconds() - 1,
        withdraw_status: null,
        withdraw_updated_at: null,
        card_ending: null,
        tx_hash: null,
      };
      await store.addPurchase(purchase);
      return purchase;
    },
    /** Takes a card. It is refused, or the bank asks for a code. */
    pay: async (purchase: EmbeddedCardPurchase, card: { number: string; cvv: string }): Promise<EmbeddedCardPurchase> => {
      if (purchase.buy_status !== 'opened') return purchase;
      const begun = await setBuy(purchase, 'new', { card_ending: card.number.slice(-4) });
      return await setBuy(begun, card.cvv === DECLINED_CVV ? 'order_failed' : 'pending');
    },
    /** The customer confirmed with the bank, or did not. */
    confirm: async (purchase: EmbeddedCardPurchase, isRight: boolean): Promise<EmbeddedCardPurchase> => {
      if (purchase.buy_status !== 'pending') return purchase;
      if (!isRight) return await setBuy(purchase, 'cancelled');
      return await setBuy(purchase, (await needsDocuments(purchase)) ? 'order_scheduled' : 'paid');
    },
    /** The customer's documents were checked: held payments go on, or their money is released. */
    review: async (user: EmbeddedCardUser, isGood: boolean): Promise<void> => {
      await store.setKycStatus(user.id, isGood ? 'complete' : 'failed');
      const held = (await store.listOfUser(user.id)).filter(({ buy_status }) => buy_status === 'order_scheduled');
      for (const purchase of held) await setBuy(purchase, isGood ? 'paid' : 'cancelled');
    },
    /** Takes the next step of paid purchases. */
    deliverPaid: async (): Promise<void> => {
      for (const purchase of await store.listToDeliver(BATCH)) await deliver(purchase);
    },
  };
}
