import { makeAutoObservable } from 'mobx';
import type { Order } from '../../../contract/api/orders.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { Platform } from '../../../contract/platform.ts';
import { cleanMachineText } from '../../../contract/input/machineText.ts';
import type { MessageId } from '../../i18n/messages.ts';
import { FormStore } from '../base/FormStore.ts';
import { orderGroup } from './orderGroup.ts';
import type { OrderStore } from './OrderStore.ts';
import { storeGroup } from '../storeGroup.ts';
import type { OrderTokens } from '../deviceOrders/OrderTokens.ts';
import { perOrder } from './perOrder.ts';

/** A transaction hash of any network. See `TransactionHash` in the contract's schemas. */
const HASH = /^[A-Za-z0-9+/=_.@:-]{16,128}$/;

interface Dependencies {
  platform: Platform;
  order: OrderStore;
  tokens: OrderTokens;
}

/** FOUND: it is now a deposit of the order. HELD: it awaits manual review. */
export type ClaimOutcome = 'FOUND' | 'HELD';

/** Claims an unassigned payment for the order, by its transaction and the order token (D6). */
export class ClaimStore {
  readonly #formOfOrder: () => FormStore<{ hash: string }, MessageId>;
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    const { order } = dependencies;
    const problemOf = (error: unknown) => claimProblem(error, order.order?.depositAddressMemo === null);
    this.#formOfOrder = perOrder(order, () => new FormStore({ fields: { hash: '' }, problemOf }));
    makeAutoObservable(this, {}, { autoBind: true });
  }

  /** The form of the order on the page. */
  get form(): FormStore<{ hash: string }, MessageId> {
    return this.#formOfOrder();
  }

  setHash(text: string): void {
    this.form.set({ hash: cleanMachineText(text) });
  }

  /** Sends the claim. Returns null when it was refused, or when another order is shown by then. */
  async send(): Promise<ClaimOutcome | null> {
    const { platform, order, tokens } = this.#dependencies;
    const { orderId, destinationAddress } = order;
    const { form } = this;
    const txHash = form.fields.hash;
    if (!orderId || !destinationAddress) return null;
    if (!HASH.test(txHash)) {
      form.refuse(txHash === '' ? 'claim.hashMissing' : 'claim.hashWrong');
      return null;
    }
    return await form.submit(async () => {
      const input = { orderId, destinationAddress, txHash };
      const answer = await tokens.use(orderId, (options) => platform.transport.call('orders.claimDeposit', input, options));
      order.take(answer);
      form.set({ hash: '' });
      return orderId === order.orderId ? outcomeOf(answer, txHash) : null;
    });
  }
}

/** The store of claims. */
export const claimGroup = storeGroup((stores) => {
  const { platform, order, orderTokens: tokens } = orderGroup(stores);
  return { claim: new ClaimStore({ platform, order, tokens }) };
});

/** A payment found at the order's own address belongs to it. At a shared address its hash must be among the deposits. */
function outcomeOf({ depositAddressMemo, deposits }: Order, hash: string): ClaimOutcome {
  const isThere = deposits.some(({ txHash }) => txHash.toLowerCase() === hash.toLowerCase());
  return depositAddressMemo === null || isThere ? 'FOUND' : 'HELD';
}

function claimProblem(error: unknown, hasOwnAddress: boolean): MessageId {
  if (!(error instanceof ApiError)) return 'claim.notAnswered';
  if (error.details?.['code'] === 'DEPOSIT_UNCONFIRMED') return 'claim.unconfirmed';
  if (error.details?.['code'] === 'DEPOSIT_UNREADABLE') return 'claim.unreadable';
  if (error.details?.['code'] === 'NETWORK_SILENT') return 'claim.networkSilent';
  if (error.details?.['code'] === 'CLAIM_REJECTED') return 'claim.rejected';
  switch (error.code) {
    case 'ERR_NOT_FOUND':
      return hasOwnAddress ? 'claim.notFoundAtOwnAddress' : 'claim.notFound';
    case 'ERR_VALIDATION':
      return 'claim.hashWrong';
    case 'ERR_TOO_MANY_REQUESTS':
      return 'claim.tooMany';
    case 'ERR_ORDER_TOKEN_REQUIRED':
      return 'order.decision.tokenMissing';
    default:
      return 'claim.notAnswered';
  }
}
