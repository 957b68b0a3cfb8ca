import type { Order } from '../../../contract/api/orders.ts';
import { latePart } from '../../latePart.tsx';
import type { AppStores } from '../../stores/createAppStores.ts';

/** The agreed terms and the calculation of what arrives. Sending needs neither. */
export const ORDER_DETAILS = latePart(async () => (await import('./OrderDetails.tsx')).OrderDetails);

/** What keeps the fixed rate of an order. */
export const ORDER_CONDITIONS = latePart(async () => (await import('./fixedRate/OrderConditions.tsx')).OrderConditions);

/** The orders of later deposits, which few orders have. */
export const LINKED_ORDERS = latePart(async () => (await import('./LinkedOrders.tsx')).LinkedOrders);

/** The page of a card purchase, and its source file */
export const PURCHASE_PAGE = latePart<{ order: Order }>(
  async () => (await import('../fiat/purchase/PurchasePage.tsx')).PurchasePage,
);
export const PURCHASE_MODULE = 'renderer/screens/fiat/purchase/PurchasePage.tsx';

/** Loads the code, texts and terms of the page of a card purchase. */
export async function loadPurchasePage(stores: AppStores): Promise<void> {
  const [{ cardTermsGroup }] = await Promise.all([
    import('../../stores/fiat/cardTermsGroup.ts'),
    PURCHASE_PAGE.load(),
    stores.locale.use(stores.locale.code, 'fiat'),
  ]);
  const { cardTerms } = cardTermsGroup(stores);
  if (!cardTerms.terms) await cardTerms.load();
}

/** The receipt as it is printed. */
export const RECEIPT_SHEET = latePart<{ order: Order; onReady: () => void }>(
  async () => (await import('./receipt/ReceiptSheet.tsx')).ReceiptSheet,
);

/** What operators tell customers, which they seldom do. */
export const ORDER_NOTICES = latePart(async () => (await import('../status/OrderNotices.tsx')).OrderNotices);

/** Loads the code of details and linked orders. Never rejects: the page works without them. */
export async function loadOrderParts(): Promise<void> {
  await Promise.allSettled([ORDER_DETAILS.load(), LINKED_ORDERS.load()]);
}
