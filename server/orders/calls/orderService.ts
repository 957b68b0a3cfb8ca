import type {
  AcceptRateModeChangeInput,
  ClaimDepositInput,
  CreateOrderInput,
  LatestOrders,
  Order,
  OrderRefundInfo,
  RequestRefundInput,
  SetEmailInput,
  SetEmailOutput,
} from '../../../contract/schemas/orders.ts';
import { claimDeposit } from './claimDeposit.ts';
import { createClaimWrongNetwork } from './claimWrongNetwork.ts';
import type { OrderContext } from '../core/context.ts';
import { createOrderMaker, type Client } from './createOrder.ts';
import { acceptRateModeChange, requestRefund } from './decide.ts';
import { latestOrders } from './latestOrders.ts';
import { readOrder, type Authority } from './readOrder.ts';
import { readRefundInfo } from './refundInfo.ts';
import { setEmail } from './setEmail.ts';

/** The customer's calls on orders: one function per call of §7. Each documents its own errors. */
export interface OrderService {
  create(input: CreateOrderInput, client: Client): Promise<Order>;
  publicInfo(orderId: string, destinationAddress: string): Promise<Order>;
  refundInfo(orderId: string): Promise<OrderRefundInfo>;
  setEmail(input: SetEmailInput, orderToken: string | null): Promise<SetEmailOutput>;
  requestRefund(input: RequestRefundInput, authority: Authority): Promise<Order>;
  acceptRateModeChange(input: AcceptRateModeChangeInput, authority: Authority): Promise<Order>;
  claimDeposit(input: ClaimDepositInput, authority: Authority): Promise<Order>;
  latest(): Promise<LatestOrders>;
}

export function createOrderService(context: OrderContext): OrderService {
  const claimWrongNetwork = createClaimWrongNetwork(context);
  return {
    create: createOrderMaker(context),
    publicInfo: (orderId, destinationAddress) => readOrder(context, orderId, destinationAddress),
    refundInfo: (orderId) => readRefundInfo(context, orderId),
    setEmail: (input, orderToken) => setEmail(context, input, orderToken),
    requestRefund: (input, authority) => requestRefund(context, input, authority),
    acceptRateModeChange: (input, authority) => acceptRateModeChange(context, input, authority),
    claimDeposit: (input, authority) => claimDeposit(context, input, authority, claimWrongNetwork),
    latest: () => latestOrders(context),
  };
}
