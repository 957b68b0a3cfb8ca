import { IDEMPOTENCY_KEY_HEADER, ORDER_TOKEN_HEADER } from '../../contract/api/orders.ts';
import type { historyRoutes } from '../../contract/api/history.ts';
import { properName, type CallDescriptions, type CallHeader, type ErrorCase } from './call.ts';

const idempotencyKey: CallHeader = {
  name: properName(IDEMPOTENCY_KEY_HEADER),
  description:
    'A key that you choose, unique per order, such as a UUID. Repeat a call that had no response with the same key and the same body: the response is the same order, and no second one is created.',
  required: false,
  schema: { type: 'string', minLength: 8, maxLength: 128 },
};

export const orderToken: CallHeader = {
  name: properName(ORDER_TOKEN_HEADER),
  description:
    'The secret whose SHA-256 was sent as `orderTokenHash` when the order was created. The host stores only the hash. Not needed if the call carries the signature or the session of the order’s customer.',
  required: false,
  schema: { type: 'string', maxLength: 256 },
};

export const UNKNOWN_ORDER =
  'No order has this id and destination address. An unknown id and a wrong address are not told apart.';
export const NO_TOKEN =
  'The header `X-Order-Token` is missing or wrong, and the call has no signature or session of the order’s customer. For an order that was created without `orderTokenHash`, key and session, nobody can decide by API.';
const BLACKLISTED: ErrorCase = {
  when: 'An address, the e-mail or the client IP address is on the blacklist of the exchange.',
  message: 'Client data is blacklisted',
};

export const orderCalls: Omit<CallDescriptions<'orders'>, keyof typeof historyRoutes> = {
  'orders.create': {
    operationId: 'createOrder',
    summary: 'Create an order',
    description:
      'Creates an order and returns its deposit address. Copy `claimedPublicRate`, `claimedNetworkFee`, `claimedDepositAmount` and `quoteId` from a quote of `getRate`.\n\nA fixed quote is honoured to the last digit until its `validUntil`. In every other case the order is priced again; if the result is worse than the claimed rate, nothing is created and the call returns ERR_RATE_CHANGED.\n\nTo decide about the order later, generate a random token, send its SHA-256 as `orderTokenHash` and keep the token. Without a token, only the customer whose key or session created the order can decide about it, and for a guest nobody can.\n\nIf `instrumentFrom` is money, it creates a card purchase, which needs a session and `fiat`: the customer pays at `redirectUrl`, and the provider sells and delivers the coin.',
    session: 'OPTIONAL',
    headers: [idempotencyKey],
    errors: {
      ERR_VALIDATION:
        'A field is missing, unknown or malformed (`details.fields`), or an address, memo or amount is refused (`details.field`, `details.code`).',
      ERR_RATE_CHANGED:
        'The rate is worse than the claimed one. `details.pairData` is the new quote: show it to the customer and repeat the call with it. `details.reason` is PAYOUT_FEE if the payout to this address costs more than usual.',
      ERR_IDEMPOTENCY_MISMATCH: 'The `Idempotency-Key` was used with another body.',
      ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_SMALL: 'The amount is below the minimum, which is `details.expected`.',
      ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_BIG: 'The amount is above the maximum, which is `details.expected`.',
      ERR_NO_LIQUIDITY_AVAILABLE: {
        when: 'The reserve does not cover this amount now. `details.available` is the largest amount that it covers.',
        message: 'Not enough reserve for this amount, try up to 1.5 BTC.',
        details: { available: '1.5', instrumentSlug: 'btc' },
      },
      ERR_NETWORK_NOT_SUPPORTED: {
        when: 'The network of one of the coins is not connected to this host.',
        message: 'This network is not connected.',
        details: { network: 'tron' },
      },
      ERR_PAIR_NOT_ACTIVE: 'One of the coins can’t be exchanged now. `details.reason` says why.',
      ERR_NOT_FOUND: 'There is no instrument with this slug.',
      ERR_NOT_ACCEPTABLE: {
        when: 'The pair has no fixed rate. For a card purchase `details.reason` is EMAIL_NOT_CONFIRMED, TERMS_CHANGED (read `getCardPurchaseTerms` again), KYC_NEEDED, or REFUSED_BY_PROVIDER; NO_PROVIDER on a host that does not sell for money.',
        message: 'This pair has no fixed rate: its market is too thin.',
      },
      ERR_UNPROCESSABLE_ENTITY:
        'A fixed rate is not possible at this amount. `details.expected` is the largest amount with a fixed rate. A floating rate may be possible.',
      ERR_FORBIDDEN: BLACKLISTED,
      ERR_TOO_MANY_REQUESTS: {
        when: 'Too many requests in this minute, or too many unpaid orders in the last hour.',
        message: 'You have too many unpaid orders. Pay one of them, or try again in an hour.',
        details: { retryAfterSeconds: 3_600 },
      },
      ERR_SERVICE_UNAVAILABLE: {
        when: 'There is no reliable price, a network does not answer, or the host found a fault in its books. No order was created.',
        message: 'There is no reliable price for BTC at the moment.',
        details: { reason: 'PRICE_STALE', symbol: 'BTC' },
      },
    },
  },
  'orders.publicInfo': {
    operationId: 'getOrder',
    summary: 'Read an order',
    description:
      'Returns the current state of an order. Call it every 5 seconds, or watch the order over the WebSocket. `status` says where the order is; `attention` says that the customer has to decide and until when. A card purchase is shown to the signed-in customer who made it, and not over the WebSocket.',
    session: 'OPTIONAL',
    errors: { ERR_NOT_FOUND_E: UNKNOWN_ORDER },
  },
  'orders.refundInfo': {
    operationId: 'getRefundInfo',
    summary: 'Read the options of a decision',
    description:
      'Returns what a refund of the order would return now, and, while the order awaits a decision, the `offer` of an exchange at the current rate. `extra` lists further deposits that can be refunded on their own.',
    errors: { ERR_NOT_FOUND_E: 'There is no order with this id.' },
  },
  'orders.setEmail': {
    operationId: 'setOrderEmail',
    summary: 'Set the e-mail of an order',
    description: 'Sets the e-mail of an order that has none. Changing an e-mail needs the order token.',
    session: 'OPTIONAL',
    headers: [orderToken],
    errors: {
      ERR_NOT_FOUND_E: 'No order has this id, or it has another destination address than the one sent.',
      ERR_NOT_ACCEPTABLE: 'The order already has an e-mail, and the order token is missing or wrong.',
    },
  },
  'orders.requestRefund': {
    operationId: 'requestRefund',
    summary: 'Request a refund',
    description:
      'Refunds the deposit of an order that awaits a decision, less network fees. Send the amounts that `getRefundInfo` returned. With `depositTxHash` it refunds that extra deposit instead.',
    session: 'OPTIONAL',
    headers: [orderToken],
    errors: {
      ERR_VALIDATION:
        'A field is missing, unknown or malformed (`details.fields`), or the refund address is refused (`details.field`, `details.code`).',
      ERR_RATE_CHANGED:
        'The refund amount is not what is due, or the network fee rose by more than 5 %. `details.refundInfo` has the current amounts: show them and ask again.',
      ERR_NOT_ACCEPTABLE: 'No refund is possible in the current state of the order, which is `details.order`.',
      ERR_NOT_FOUND_E: UNKNOWN_ORDER,
      ERR_ORDER_TOKEN_REQUIRED: NO_TOKEN,
      ERR_SECOND_FACTOR_REQUIRED: {
        when: 'The signed-in customer of the order names another refund address without the order token. Verify the second factor, or the code of an e-mail, and repeat the call.',
        message: 'Confirm your identity to send the refund to another address.',
      },
      ERR_FORBIDDEN: BLACKLISTED,
    },
  },
  'orders.acceptRateModeChange': {
    operationId: 'acceptRate',
    summary: 'Accept the current rate',
    description:
      'Exchanges the deposit of an order that awaits a decision at the current floating rate. `quoteId` names the `offer` of `getRefundInfo` that the customer saw.',
    session: 'OPTIONAL',
    headers: [orderToken],
    errors: {
      ERR_RATE_CHANGED:
        'The offer has expired, or the rate has become worse by more than 0.5 %. `details.refundInfo` has the new offer: show it and ask again.',
      ERR_NOT_ACCEPTABLE: 'The order does not await this decision. `details.order` is its current state.',
      ERR_NO_LIQUIDITY_AVAILABLE: {
        when: 'The reserve does not cover this payout now. The order still awaits the decision.',
        message: 'Not enough reserve for this amount, try up to 1.5 BTC.',
        details: { available: '1.5', instrumentSlug: 'btc' },
      },
      ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_SMALL: {
        when: 'The deposit is below the current minimum, which is `details.expected`.',
        message: 'The minimum amount to send is 0.0002 BTC.',
        details: { expected: '0.0002', instrumentSlug: 'btc', expectedToGet: '16.01', receiveInstrumentSlug: 'usdttrc20' },
      },
      ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_BIG: {
        when: 'The deposit is above the current maximum, which is `details.expected`.',
        message: 'The maximum amount to send is 1.5 BTC.',
        details: { expected: '1.5', instrumentSlug: 'btc', expectedToGet: '120500', receiveInstrumentSlug: 'usdttrc20' },
      },
      ERR_PAIR_NOT_ACTIVE: {
        when: 'One of the coins can’t be exchanged now. The order still awaits the decision.',
        message: "USDT can't be received at the moment.",
        details: { instrumentSlug: 'usdttrc20', side: 'receive', reason: 'NETWORK_UNAVAILABLE' },
      },
      ERR_NOT_FOUND_E: UNKNOWN_ORDER,
      ERR_ORDER_TOKEN_REQUIRED: NO_TOKEN,
    },
  },
  'orders.finishDeposit': {
    operationId: 'finishDeposit',
    summary: 'Send no more of a partial deposit',
    description:
      'Ends the wait for the rest of a partial deposit. The order then asks at once what it would ask at `expiresAt`: an exchange at the current rate, if the amount allows it, or a refund. Repeating the call changes nothing. Available on hosts with the feature `finish-deposit`.',
    session: 'OPTIONAL',
    headers: [orderToken],
    errors: {
      ERR_NOT_ACCEPTABLE:
        'The order does not wait for the rest of a deposit (`waitsFor` is not REST), for example because the rest is on its way. `details.order` is its current state.',
      ERR_SERVICE_UNAVAILABLE: {
        when: 'The host has not read the deposit network lately, so the rest may be on its way.',
        message: 'The deposit network was not read lately. Try again in a minute.',
      },
      ERR_NOT_FOUND_E: UNKNOWN_ORDER,
      ERR_ORDER_TOKEN_REQUIRED: NO_TOKEN,
    },
  },
  'orders.claimDeposit': {
    operationId: 'claimDeposit',
    summary: 'Claim a deposit that was not recognised',
    description:
      'Attributes a transaction to an order: one that was sent without its memo, or to the deposit address on another network. A claim that needs a manual review is listed as HELD in `claims`.',
    session: 'OPTIONAL',
    headers: [orderToken],
    errors: {
      ERR_NOT_FOUND:
        'No such deposit can be attributed. `details.code`: DEPOSIT_UNKNOWN (no transfer to this order’s address was found), DEPOSIT_UNCONFIRMED (try again when it has its confirmations) or DEPOSIT_UNREADABLE (its network can’t be read).',
      ERR_NOT_ACCEPTABLE: {
        when: 'The transaction was reviewed and does not belong to this order (`details.code` is CLAIM_REJECTED).',
        message: "We checked this transaction: it doesn't belong to this order. Write to support if you disagree.",
        details: { code: 'CLAIM_REJECTED' },
      },
      ERR_TOO_MANY_REQUESTS: {
        when: 'Too many requests in this minute, too many searches at once, or five claims of this order await a review.',
        message: 'Too many claims of this order are waiting for review. Write to support.',
        details: { retryAfterSeconds: 3_600 },
      },
      ERR_SERVICE_UNAVAILABLE: {
        when: 'The network does not answer (`details.code` is NETWORK_SILENT), or the order is being updated.',
        message: 'The order is being updated. Try again in a moment.',
      },
      ERR_NOT_FOUND_E: UNKNOWN_ORDER,
      ERR_ORDER_TOKEN_REQUIRED: NO_TOKEN,
    },
  },
  'orders.latest': {
    operationId: 'listLatestOrders',
    summary: 'List the latest completed exchanges',
    description: 'Returns rounded amounts of the latest completed exchanges, without ids, addresses or hashes.',
  },
  'orders.notify': {
    operationId: 'requestNotifications',
    summary: 'Send an e-mail a confirmation code',
    description:
      'Sends a code to an e-mail address that shall receive updates of an order. The response does not say whether a mail was sent. Available on hosts with the feature `order-mail`.',
    errors: {
      ERR_NOT_FOUND_E: UNKNOWN_ORDER,
      ERR_NOT_ACCEPTABLE: 'The order has ended.',
      ERR_FORBIDDEN: { when: 'The e-mail or the client IP address is on the blacklist.', message: 'Client data is blacklisted' },
      ERR_TOO_MANY_REQUESTS: {
        when: 'Too many requests in this minute, or too many codes in the last hour.',
        message: 'Too many codes were requested. Try again in an hour.',
        details: { retryAfterSeconds: 1_800 },
      },
    },
  },
  'orders.confirmNotifications': {
    operationId: 'confirmNotifications',
    summary: 'Confirm an e-mail with its code',
    description: 'Starts the updates of an order by e-mail. `unsubscribeToken` ends them.',
    errors: {
      ERR_VALIDATION: 'A field is missing or malformed, or the code is wrong, expired or was tried too often.',
      ERR_NOT_FOUND_E: UNKNOWN_ORDER,
    },
  },
  'orders.endNotifications': {
    operationId: 'endNotifications',
    summary: 'End the updates by e-mail',
    description: 'Ends the updates that belong to the token. An unknown token has no effect and causes no error.',
  },
};
