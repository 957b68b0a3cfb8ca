import Type, { type Static } from 'typebox';
import { Address, closed, DecimalText, NetworkTitle, nullable, Slug, Ticker } from './common.ts';
import { UNPAYABLE_FORMS } from '../input/unpayableForms.ts';

/** The address format of a network; determines validation, memo rules and address derivation. */
export const NETWORK_FAMILIES = [
  'bitcoin',
  'litecoin',
  'dogecoin',
  'dash',
  'zcash',
  'bitcoincash',
  'evm',
  'tron',
  'solana',
  'ripple',
  'stellar',
  'ton',
  'cosmos',
  'monero',
  'cardano',
  'polkadot',
  'eos',
  'hedera',
  'algorand',
  'near',
  'tezos',
  'aptos',
  'sui',
  'iotex',
  'fiat',
] as const;

/** Why an instrument or one side of it is closed (D26, D12, D35); shown to customers. */
export const INACTIVE_REASONS = [
  'MAINTENANCE',
  'NETWORK_UNAVAILABLE',
  'NETWORK_CONGESTED',
  'NO_RESERVE',
  'EXPOSURE_LIMIT',
  'NOT_CONFIGURED',
] as const;
export type InactiveReason = (typeof INACTIVE_REASONS)[number];

/** Specification §3 Instrument, with additional optional fields for the form and the order page. */
export const InstrumentSchema = Type.Object(
  {
    slug: Slug,
    currencyTitle: Ticker,
    currencyFriendlyTitle: Type.String({ examples: ['Tether'] }),
    networkTitle: NetworkTitle,
    currencyLogoLink: Type.String({ description: 'Path or address of an SVG' }),
    instrumentType: Type.Union([Type.Literal('crypto'), Type.Literal('fiat')]),
    requiresMemo: Type.Boolean(),
    precisionDecimals: Type.Integer({ minimum: 0, maximum: 18 }),
    bestChangeName: Type.String(),
    coinstatValue: nullable(Type.String({ description: 'Always null: no source of it is known' })),
    price: nullable(DecimalText),
    isActive: Type.Boolean({ description: 'Can be sent or received now' }),
    inactiveReason: Type.Optional(Type.Enum(INACTIVE_REASONS)),
    activeToSend: Type.Optional(Type.Boolean()),
    activeToReceive: Type.Optional(Type.Boolean()),
    sendInactiveReason: Type.Optional(Type.Enum(INACTIVE_REASONS)),
    receiveInactiveReason: Type.Optional(Type.Enum(INACTIVE_REASONS)),
    network: Type.Optional(
      Type.Object(
        {
          slug: Slug,
          friendlyTitle: Type.String({ examples: ['TRON'] }),
          family: Type.String({ description: 'How addresses are written' }),
          logoLink: nullable(Type.String()),
          minConfirmations: Type.Integer({ minimum: 0 }),
          blockSeconds: Type.Number({ minimum: 0, description: 'Usual time between two blocks on this host, in s' }),
          memoName: nullable(Type.String({ examples: ['Destination tag'] })),
          paymentUriScheme: nullable(Type.String({ examples: ['bitcoin'] })),
          chainId: nullable(Type.Integer()),
        },
        { title: 'Network' },
      ),
    ),
    contractAddress: Type.Optional(nullable(Type.String())),
    decimals: Type.Optional(Type.Integer({ minimum: 0, maximum: 36, description: 'Digits of the base unit on the chain' })),
    aliases: Type.Optional(Type.Array(Type.String())),
    popularity: Type.Optional(Type.Integer({ description: 'Smaller is more popular' })),
    addressExplorerTemplate: Type.Optional(nullable(Type.String())),
    /** Network fees in USD: of a payout, and of collecting a deposit (D53). Only in lists, and absent without a trusted price. */
    payoutFeeUsd: Type.Optional(DecimalText),
    collectionFeeUsd: Type.Optional(DecimalText),
  },
  { title: 'Instrument', description: 'A coin on a network' },
);
export type Instrument = Static<typeof InstrumentSchema>;

export const InstrumentsQuery = Type.Object({
  all: Type.Optional(Type.Union([Type.Literal('true'), Type.Literal('false')])),
  providers: Type.Optional(Type.String({ maxLength: 200, description: 'Comma separated liquidity provider codes' })),
});
export const InstrumentsResponse = Type.Array(InstrumentSchema);

export const ValidateAddressBody = Type.Object(
  { currencyTitle: Ticker, networkTitle: NetworkTitle, address: Address, getRejectReason: Type.Optional(Type.Boolean()) },
  { ...closed, title: 'AddressToValidate' },
);
/**
 * `code` is the reason; `detectedNetworks` are the titles of networks on which the address is valid; `contractOf` is the ticker of the
 * token whose contract it is; `address_name` is a name such as "vitalik.eth", which we never resolve (additive). Known forms that can't be
 * paid have codes of their own (additive).
 */
export const ADDRESS_REJECT_CODES = [
  'address_incorrect',
  'address_bad_checksum',
  'address_wrong_network',
  'address_testnet',
  'address_contract',
  'address_name',
  ...UNPAYABLE_FORMS,
] as const;
export const ValidateAddressResponse = Type.Object(
  {
    result: Type.Boolean(),
    code: Type.Optional(nullable(Type.Enum(ADDRESS_REJECT_CODES))),
    detectedNetworks: Type.Optional(Type.Array(Type.String())),
    contractOf: Type.Optional(Ticker),
    account: Type.Optional(
      Type.String({ description: 'The same for all addresses of one account on its network. To compare, not to pay.' }),
    ),
    memo: Type.Optional(Type.String({ description: 'The memo or routing number that the address itself contains' })),
  },
  { title: 'AddressValidation' },
);
export type ValidateAddressInput = Static<typeof ValidateAddressBody>;
export type ValidateAddressOutput = Static<typeof ValidateAddressResponse>;

export const PairsResponse = Type.Object(
  {
    instruments: Type.Array(Slug),
    excluded: Type.Array(Type.Object({ from: Slug, to: Slug }), { description: 'Pairs that are not offered (D31)' }),
    popular: Type.Array(Type.Object({ from: Slug, to: Slug })),
    inactiveToSend: Type.Optional(Type.Array(Slug, { description: 'Of the instruments, those that can only be received now' })),
    inactiveToReceive: Type.Optional(Type.Array(Slug, { description: 'Of the instruments, those that can only be sent now' })),
  },
  { title: 'Pairs' },
);
export const DefaultPairResponse = Type.Object({ from: Slug, to: Slug, amount: DecimalText }, { title: 'DefaultPair' });
export type PairsOutput = Static<typeof PairsResponse>;
export type DefaultPairOutput = Static<typeof DefaultPairResponse>;
