import type { EmbeddedCardCallbackTable, EmbeddedCardPurchase, EmbeddedCardUser } from '../../../db/tables/embeddedCards.ts';

/** The storage that the embedded card provider needs. */
export interface EmbeddedCardStore {
  /** Returns false if the e-mail is known. */
  addUser(user: EmbeddedCardUser): Promise<boolean>;
  findUser(by: { email: string } | { token: string } | { id: string }): Promise<EmbeddedCardUser | undefined>;
  setKycStatus(id: string, status: EmbeddedCardUser['kyc_status']): Promise<void>;
  addPurchase(purchase: EmbeddedCardPurchase): Promise<void>;
  findPurchase(id: string): Promise<EmbeddedCardPurchase | undefined>;
  listByMerchantId(userId: string, merchantId: string): Promise<EmbeddedCardPurchase[]>;
  listOfUser(userId: string): Promise<EmbeddedCardPurchase[]>;
  /** Whether there is a purchase to deliver or a callback that is due. One query: it is asked every second. */
  hasWork(now: number): Promise<boolean>;
  /** Returns paid purchases whose coins are not sent. */
  listToDeliver(limit: number): Promise<EmbeddedCardPurchase[]>;
  /** Changes a purchase that still has its statuses, and adds callbacks. Returns false if it has changed. */
  changePurchase(
    purchase: EmbeddedCardPurchase,
    changes: Partial<EmbeddedCardPurchase>,
    callbacks: readonly EmbeddedCardCallbackTable[],
  ): Promise<boolean>;
  listDueCallbacks(now: number, limit: number): Promise<EmbeddedCardCallbackTable[]>;
  delayCallback(id: string, dueAt: number, attempts: number): Promise<void>;
  removeCallback(id: string): Promise<void>;
}
