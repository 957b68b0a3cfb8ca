import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from '../dist/heyApi/client/index.ts';
import { createOrder, getOrder, getRate, sendSandboxCoins, type Instrument } from '../dist/heyApi/index.ts';
import { DESTINATION, PAIR, POLL_MS, UNKNOWN_ORDER_ID, type ExchangeWith } from './exchange.ts';

const named = ({ slug, currencyTitle, networkTitle }: Instrument) => ({ slug, currencyTitle, networkTitle });

/** With the functions of @hey-api/openapi-ts. */
export const exchange: ExchangeWith = async (baseUrl) => {
  const client = createClient({ baseUrl });
  const { data: quote } = await getRate({ client, query: PAIR, throwOnError: true });
  const { finalNetworkFeeAmount, platformFee_Absolute, price, quotes, updatedAt } = quote;
  const request = {
    client,
    throwOnError: true as const,
    headers: { 'Idempotency-Key': randomUUID() },
    body: {
      rateMode: quote.rateMode,
      instrumentFrom: named(quote.instrumentFrom),
      instrumentTo: named(quote.instrumentTo),
      destinationAddress: DESTINATION,
      claimedPublicRate: {
        finalNetworkFeeAmount,
        platformFee_Absolute,
        price,
        quotes,
        updatedAt,
        claimedAmountToReceive: quote.amountToGet,
      },
      claimedNetworkFee: finalNetworkFeeAmount,
      claimedDepositAmount: quote.amountToGive,
      quoteId: quote.quoteId,
    },
  };
  const { data: order } = await createOrder(request);
  const { data: repeated } = await createOrder(request);

  const payment = { instrumentSlug: 'btc', toAddress: order.depositAddress, amount: order.claimedDepositAmount };
  await sendSandboxCoins({ client, body: payment, throwOnError: true });
  const read = async (orderId: string) => await getOrder({ client, query: { orderId, destinationAddress: DESTINATION } });
  let { status } = order;
  while (status !== 'COMPLETED') {
    await wait(POLL_MS);
    status = (await read(order.orderId)).data?.status;
  }
  const unknown = await read(UNKNOWN_ORDER_ID);
  return {
    orderId: order.orderId,
    repeatedOrderId: repeated.orderId,
    finalStatus: status,
    errorCode: unknown.error?.code ?? '',
  };
};
