import type { CallDescriptions } from './call.ts';

const NO_PRICE = {
  when: 'There is no reliable price at the moment, or the host does not answer. Try again in a few seconds.',
  message: 'There is no reliable price for BTC at the moment.',
  details: { reason: 'PRICE_STALE', symbol: 'BTC' },
};

export const rateCalls: CallDescriptions<'instruments' | 'pairs' | 'rates'> = {
  'instruments.list': {
    operationId: 'listInstruments',
    summary: 'List instruments',
    description:
      'Returns the coins that can be sent or received now, each with its network. An instrument is named by its `slug`. With `all=true` the list also has inactive instruments, with the reason.\n\nThe response has an `ETag`. Send it as `If-None-Match` to get 304 while the list is the same.',
  },
  'instruments.validateAddress': {
    operationId: 'validateAddress',
    summary: 'Check an address',
    description:
      'Says whether an address can receive a coin on a network. The address may have its chain in front (`eth:0x…`, `eip155:1:0x…`), here and in all other calls. With `getRejectReason`, `code` says why not, and `detectedNetworks` names the networks on which the address is valid. For a valid address, `account` is the same in all spellings of it, and `memo` is the one that it contains.',
    errors: {
      ERR_NETWORK_NOT_SUPPORTED: 'No network has this title.',
      ERR_NOT_FOUND: 'There is no such coin on this network.',
    },
  },
  'pairs.list': {
    operationId: 'listPairs',
    summary: 'List pairs',
    description:
      'Returns the slugs of all instruments, the pairs that are not offered, and popular pairs. Every other combination of two instruments is offered.',
  },
  'pairs.default': {
    operationId: 'getDefaultPair',
    summary: 'Read the default pair',
    description: 'Returns the pair and amount with which an empty form starts.',
    errors: {
      ERR_SERVICE_UNAVAILABLE: {
        when: 'Nothing can be exchanged at the moment.',
        message: 'Nothing can be exchanged at the moment.',
      },
    },
  },
  'rates.one': {
    operationId: 'getRate',
    summary: 'Quote a pair',
    description:
      'Returns what arrives for an amount, after all fees. `quoteId` is valid until `validUntil` (30 seconds); `createOrder` takes it.\n\nBy default `claimedDepositAmount` is what the customer sends. To say what shall arrive, set `claimedDepositAmountCurrency` to the slug of `instrumentToSlug`.\n\nWith `exchangeType=fiat` it is the rate of a card purchase: the amount is what the card is charged, `fiat` has its fees, and there is no `quoteId`.',
    errors: {
      ERR_VALIDATION: 'A parameter is missing or malformed, or both instruments are the same.',
      ERR_NOT_FOUND: 'There is no instrument with this slug.',
      ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_SMALL: 'The amount is below the minimum, which is `details.expected`.',
      ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_BIG: 'The amount is above the maximum, which is `details.expected`.',
      ERR_PAIR_NOT_ACTIVE: 'One of the coins can’t be exchanged now. `details.reason` says why.',
      ERR_NOT_ACCEPTABLE: 'The pair has no fixed rate, as all card purchases. Ask for a floating rate.',
      ERR_UNPROCESSABLE_ENTITY:
        'A fixed rate is not possible at this amount. `details.expected` is the largest amount with a fixed rate. Ask for a smaller amount or a floating rate.',
      ERR_SERVICE_UNAVAILABLE: NO_PRICE,
    },
  },
  'rates.recommendedAmount': {
    operationId: 'getRecommendedAmount',
    summary: 'Read a usual amount of a pair',
    description: 'Returns an amount to send that is within the limits of the pair.',
    errors: {
      ERR_NOT_FOUND: 'There is no such coin on this network.',
      ERR_PAIR_NOT_ACTIVE: {
        when: 'One of the coins can’t be exchanged now.',
        message: "BTC can't be sent at the moment.",
        details: { instrumentSlug: 'btc', side: 'send', reason: 'MAINTENANCE' },
      },
      ERR_SERVICE_UNAVAILABLE: NO_PRICE,
    },
  },
  'rates.history': {
    operationId: 'getRateHistory',
    summary: 'Read the market price of the last day',
    description: 'Returns the market price of a pair in the last 24 hours, oldest first, without fees.',
    errors: { ERR_NOT_FOUND: 'There is no instrument with this slug.' },
  },
};
