import type { Executor } from '../db/database.ts';
import type { CardPurchaseRow } from '../db/tables/fiat.ts';
import { queueAccountMail } from '../mail/accountMail.ts';
import type { AccountMailValues } from '../mail/accountMailValues.ts';
import { PROVIDER, type FiatContext } from './fiatContext.ts';
import { deadlineOf } from './presentPurchase.ts';

type Outcome = AccountMailValues['PURCHASE_CHANGED']['outcome'];

/** E-mails the customer what a purchase has reached, in the transaction of the transition. Stages that say nothing new send nothing. */
export async function mailStage(
  transaction: Executor,
  { catalogue }: FiatContext,
  purchase: CardPurchaseRow,
  now: number,
): Promise<void> {
  const outcome = outcomeOf(purchase);
  // Without a site there is no page to link to.
  if (outcome === null || purchase.origin === '') return;
  await queueAccountMail(transaction, {
    kind: 'PURCHASE_CHANGED',
    userId: purchase.user_id,
    origin: purchase.origin,
    now,
    data: {
      purchaseId: purchase.id,
      outcome,
      provider: PROVIDER.name,
      paid: purchase.amount,
      currency: purchase.currency.toUpperCase(),
      received: purchase.amount_to_get,
      coin: catalogue.instruments.get(purchase.instrument)?.currencyTitle ?? purchase.instrument.toUpperCase(),
      until: deadlineOf(purchase),
    },
  });
}

function outcomeOf({ status, was_held }: CardPurchaseRow): Outcome | null {
  switch (status) {
    case 'VERIFYING':
    case 'PAID':
    case 'DELIVERED':
    case 'DELIVERY_FAILED':
      return status;
    case 'DECLINED':
      return was_held === 1 ? 'RETURNED' : 'DECLINED';
    case 'CANCELLED':
      return was_held === 1 ? 'RETURNED' : null;
    default:
      return null;
  }
}
