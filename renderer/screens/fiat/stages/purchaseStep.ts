import type { FiatPurchase } from '../../../../contract/api/fiat.ts';
import type { Order } from '../../../../contract/api/orders.ts';

export interface PurchaseStepProps {
  order: Order;
  fiat: FiatPurchase;
}
