import type {
  AcceptRateModeChangeInput,
  ClaimDepositInput,
  FinishDepositInput,
  RequestRefundInput,
  SetEmailInput,
} from '../../../contract/schemas/orders.ts';
import { claimDeposit } from './claimDeposit.ts';
import { createClaimWrongNetwork } from './claimWrongNetwork.ts';
import type { OrderContext } from '../core/context.ts';
import { createOrderMaker, type CreateOrder } from './createOrder.ts';
import { acceptRateModeChange, requestRefund } from './decide.ts';
import { finishDeposit } from './finishDeposit.ts';
import { latestOrders } from './latestOrders.ts';
import { readAnyOrder, type OtherOrders } from './otherOrders.ts';
import type { Authority } from './readOrder.ts';
import { readRefundInfo } from './refundInfo.ts';
import { setEmail } from './setEmail.ts';

/** The customer's calls on orders: one function per call of §7. Each documents its own errors. */
export type OrderService = ReturnType<typeof createOrderService>;

export function createOrderService(context: OrderContext, others: readonly OtherOrders[] = []) {
  const createOrder = createOrderMaker(context);
  const create: CreateOrder = async (input, client) => {
    const other = others.find((one) => one.takes(input));
    return await (other ? other.create(input, client) : createOrder(input, client));
  };
  const claimWrongNetwork = createClaimWrongNetwork(context);
  return {
    create,
    publicInfo: (orderId: string, destinationAddress: string, findCustomer = async (): Promise<number | null> => null) =>
      readAnyOrder(context, others, { orderId, destinationAddress }, findCustomer),
    refundInfo: (orderId: string) => readRefundInfo(context, orderId),
    setEmail: (input: SetEmailInput, authority: Authority) => setEmail(context, input, authority),
    requestRefund: (input: RequestRefundInput, authority: Authority) => requestRefund(context, input, authority),
    acceptRateModeChange: (input: AcceptRateModeChangeInput, authority: Authority) =>
      acceptRateModeChange(context, input, authority),
    finishDeposit: (input: FinishDepositInput, authority: Authority) => finishDeposit(context, input, authority),
    claimDeposit: (input: ClaimDepositInput, authority: Authority) => claimDeposit(context, input, authority, claimWrongNetwork),
    latest: () => latestOrders(context),
  };
}
