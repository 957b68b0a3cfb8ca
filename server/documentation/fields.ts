import type { JsonObject } from './components.ts';

/** What fields mean whose name or schema does not say it, by component. Amounts are decimal texts. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  PairData: {
    quoteId: 'Names this quote in `createOrder`',
    amountToGive: 'What the customer sends, in instrumentFrom',
    claimedDepositAmount: 'The same as `amountToGive`',
    amountToGet: 'What arrives after all fees, in instrumentTo',
    price: 'instrumentTo for one instrumentFrom, with the platform fee and without network fees',
    marketLeftPrice: 'The market’s bid, in instrumentTo for one instrumentFrom, without fees',
    marketRightPrice: 'The market’s ask, in instrumentTo for one instrumentFrom, without fees',
    marketMinAmount: 'The minimum of the liquidity source, in instrumentFrom',
    generalMinAmount: 'The minimum of the exchange, in instrumentFrom',
    generalMaxAmount: 'The maximum of the exchange, in instrumentFrom',
    fixedMaxAmount: 'The largest amount with a fixed rate, in instrumentFrom; null: the pair has none',
    fixedPremiumPercent:
      'What a fixed rate costs beyond the platform fee, in percent of the amount. It follows the volatility of the pair',
    fixedMarketLimitPercent: 'By how many percent the market may get worse before a fixed rate is lost',
    depositRules: 'The limits of the network, in instrumentFrom. The tightest of all limits applies',
    quotes: 'USD values: `buyQuote` of one instrumentTo, `sellQuote` of one instrumentFrom',
    finalNetworkFeeAmount: 'The network fees for the payout and for collecting the deposit, in instrumentTo',
    collectionFeeAmount: 'The part of `finalNetworkFeeAmount` that pays for collecting the deposit',
    platformFee_Absolute: 'The fee of the exchange, in instrumentTo',
    updatedAt: 'When the market had this price',
    validUntil: 'Until when `createOrder` accepts the quote',
    ckm: 'How the exchange asks for the e-mail before an order: A, B or D. Absent: D',
    noKycThreshold: 'The amount up to which no identity check is needed; null: there is none',
  },
  NewOrder: {
    instrumentFrom: 'What the customer sends',
    instrumentTo: 'What the customer receives',
    destinationAddress: 'Where the payout goes',
    destinationAddressMemo: 'The memo, tag or comment of the destination, on networks that use one',
    refundAddress: 'Where a refund goes. Required with a fixed rate, and recommended always',
    claimedPublicRate: 'Fields of the quote; `claimedAmountToReceive` is its `amountToGet`',
    claimedNetworkFee: '`finalNetworkFeeAmount` of the quote',
    claimedDepositAmount: '`amountToGive` of the quote, with at most 8 decimals',
    userEmail: 'The customer’s e-mail',
    legacyOrderId: 'Your own id of the order. It is stored and returned, never interpreted',
    quoteId: '`quoteId` of the quote',
  },
  Order: {
    destinationAddress: 'Where the payout goes',
    expiresAt: 'Until when the deposit has to be seen',
    confirmBy: 'Until when the deposit has to be in a block to keep the fixed rate; null: a floating rate',
    fixedMarketLimitPercent: 'By how many percent the market may get worse before the fixed rate is lost; null: a floating rate',
    rateHeld: 'Whether a deposit now would keep the fixed rate, as far as the market decides; null: it can’t be said',
    serverTime: 'The clock of the host. Compute countdowns with it',
    claimedDepositAmount: 'What the customer sends, in instrumentFrom',
    acceptedPrice: 'The price of the offer that the customer accepted after a change of the rate',
    settledPrice: 'The price of the exchange; null: it is not priced yet',
    claimedNetworkFee: 'The network fees, in instrumentTo',
    collectionFeeAmount: 'The part of `claimedNetworkFee` that pays for collecting the deposit',
    platformFee_Absolute: 'The fee of the exchange, in instrumentTo',
    amountToGet: 'What arrives after all fees, in instrumentTo. An estimate until a floating order is priced',
    depositAddress: 'Where the customer sends the deposit',
    depositAddressMemo: 'The memo, tag or comment that the deposit must carry; null: none',
    refundReason: 'Why the host refunds an order that it could not pay out; absent: the customer or a deadline decided',
    minConfirmationsToWithdraw: 'Confirmations of the deposit before the payout',
    attention: 'What the customer, or support, has to decide; null: nothing',
    claims: 'All held claims of deposits, and the newest decided ones',
    watchedUntil: 'Until when the host looks for payments at least; null: it has stopped',
    minimumDeposit:
      'The smallest deposit of a floating order that is exchanged at the prices of now; null: unknown, or no deposit is awaited',
    laterOrders: 'The orders that exchange later deposits of this one, oldest first',
    guarantee: 'The signed terms of the order',
    receipt: 'The signed result; null until the order has ended',
  },
  Attention: {
    actions: 'What can be done now. CONTACT: write to support',
    deadline: 'When the order is refunded without an answer; null: it is not',
  },
  RefundInfo: {
    refundAmountWithoutNetworkFee: 'What was received, in instrumentFrom',
    networkFee: 'What the refund costs, in instrumentFrom. Send it as `claimedNetworkFee`',
    collectionFeeAmount: 'The part of `networkFee` that pays for collecting the deposit',
    refundAmount: 'What arrives, in instrumentFrom. Send it as `refundAmount`',
    offer: 'An exchange at the current rate; null: it is not possible. `amountToGet` is in instrumentTo',
    extra: 'Further deposits that can be refunded on their own, each in its own coin',
  },
  Withdrawal: { arrivedAmount: 'What the recipient received, if the token credited less than `amount`' },
  Instrument: {
    slug: 'Names the instrument in every call',
    requiresMemo: 'Whether a deposit needs a memo, tag or comment',
    precisionDecimals: 'The most decimals of an amount',
    price: 'USD value; null: there is no reliable price',
    inactiveReason: 'Why it is not active',
    activeToSend: 'Whether customers can send it now',
    activeToReceive: 'Whether customers can receive it now',
    payoutFeeUsd: 'What a payout costs on its network, in USD',
    collectionFeeUsd: 'What collecting a deposit costs on its network, in USD',
  },
};

/** Adds the descriptions of fields to components, without replacing one. Throws for a field that does not exist. */
export function describeFields(schemas: JsonObject): JsonObject {
  for (const [name, texts] of Object.entries(FIELDS)) {
    const component = schemas[name] as { properties: Record<string, JsonObject> } | undefined;
    if (!component) continue;
    for (const [field, description] of Object.entries(texts)) {
      const property = component.properties[field];
      if (!property) throw new Error(`The component ${name} has no field ${field}`);
      component.properties[field] = { description, ...property };
    }
  }
  return schemas;
}
