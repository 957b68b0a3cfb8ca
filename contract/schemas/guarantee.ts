import Type, { type Static, type TSchema } from 'typebox';
import { DecimalText, NetworkTitle, nullable, OrderId, RateModeSchema, Slug, Ticker, Timestamp } from './common.ts';

/**
 * The documents that a host signs. All values are texts, also counts ("minConfirmations": "2"), so that the canonical form does
 * not depend on number formatting.
 */

/** The first 16 hex digits of the SHA-256 of the public key. */
const KeyId = Type.String({ pattern: '^[0-9a-f]{16}$', examples: ['3f9ac2d1774b0e58'] });
const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });
const Count = Type.String({ pattern: '^\\d{1,9}$' });
const Percent = Type.String({ pattern: '^\\d{1,3}(?:\\.\\d{1,4})?$' });

const InstrumentName = Type.Object(
  { slug: Slug, currencyTitle: Ticker, networkTitle: NetworkTitle },
  { title: 'InstrumentName' },
);

/** All properties of the coin to send that a page shows or passes to a wallet, so that the signature covers them. */
const SignedCoin = Type.Object(
  {
    ...InstrumentName.properties,
    network: Type.Object({
      slug: Slug,
      friendlyTitle: Type.String(),
      family: Type.String(),
      memoName: nullable(Type.String()),
      paymentUriScheme: nullable(Type.String()),
      chainId: nullable(Count),
    }),
    contractAddress: nullable(Type.String()),
    decimals: Count,
  },
  { title: 'SignedCoin' },
);
export type SignedCoin = Static<typeof SignedCoin>;

const common = {
  keyId: KeyId,
  exchange: Type.String({ description: 'The brand under which the host runs' }),
  orderId: OrderId,
  createdAt: Timestamp,
  instrumentFrom: InstrumentName,
  instrumentTo: InstrumentName,
  rateMode: RateModeSchema,
  destinationAddress: Type.String(),
  destinationAddressMemo: nullable(Type.String()),
};

/** The terms at the creation of the order. Amounts are in the instruments that pair data defines. */
export const GuaranteeDocumentSchema = Type.Object(
  {
    ...common,
    version: Type.Literal('5'),
    kind: Type.Literal('guarantee'),
    instrumentFrom: SignedCoin,
    instrumentTo: SignedCoin,
    expiresAt: Timestamp,
    /** Until when the deposit of a fixed rate must be in a block (D55); null: a floating rate. */
    confirmBy: nullable(Timestamp),
    claimedDepositAmount: DecimalText,
    amountToGet: DecimalText,
    price: DecimalText,
    networkFee: DecimalText,
    /** The part of `networkFee` that pays for collecting the deposit (D53). */
    collectionFee: DecimalText,
    platformFee: DecimalText,
    /** The service fee in percent of the amount, also of a price that is set later. */
    platformFeePercent: Percent,
    /** The part of the fixed rate's fee that is not the platform fee, in percent of the amount (D67); null: a floating rate. */
    fixedPremiumPercent: nullable(Percent),
    costRisePercent: nullable(
      Type.Unsafe<string>({
        ...Percent,
        description:
          'Percent of the order by which network fees may exceed networkFee when the deposit has its confirmations. Above it the customer is asked, before the payout exists: the new amount or a refund (D67). A payout whose fee rises later waits for lower fees; null: a floating rate',
      }),
    ),
    depositAddress: Type.String(),
    depositAddressMemo: nullable(Type.String()),
    minConfirmations: Count,
    refundPolicy: Type.Object({
      refundAddressHash: nullable(
        Type.String({
          description: 'SHA-256 of the canonical JSON of [orderId, address, memo or null], hex; null: no address was given',
        }),
      ),
      cost: Type.Literal('NETWORK_FEES', {
        description: 'A refund costs network fees and nothing else (D8): for sending it and for collecting its deposit',
      }),
      amountTolerancePercent: nullable(Percent),
      marketTolerancePercent: nullable(Percent),
      withoutDecision: Type.Union([Type.Literal('REFUND'), Type.Literal('KEPT')], {
        description:
          'REFUND: it goes back to the refund address by itself; KEPT: none was given, so it stays until the customer says where to',
      }),
      /** REFUND: time after the request for a decision. */
      decisionHours: nullable(Count),
      /** REFUND: hours after the deposit's detection after which a congested network no longer delays it. */
      latestHours: nullable(Count),
    }),
    /** What happens to a deposit after those that the order exchanges (D63). */
    laterDeposits: Type.Object({
      rule: Type.Union([Type.Literal('NEW_ORDER'), Type.Literal('ASK')], {
        description:
          'NEW_ORDER: once the order was exchanged, a deposit in time and within the limits of the pair becomes a new order with the same addresses, at the rate of that time. Any other one, and each one with ASK: the customer is asked; without an answer refundPolicy applies',
      }),
      /** NEW_ORDER: hours after the first deposit to the address. */
      withinHours: nullable(Count),
    }),
    /** SHA-256 of the canonical JSON of [orderId, orderTokenHash of the create call], hex; null: the order has no token. */
    orderTokenHash: nullable(Sha256),
  },
  { title: 'GuaranteeDocument' },
);
export type GuaranteeDocument = Static<typeof GuaranteeDocumentSchema>;

const ArrivedAmount = Type.Unsafe<string>({
  ...DecimalText,
  description: 'What the recipient got, where the token kept a part of the amount',
});

const PaymentProof = Type.String({
  description:
    'Monero: a wallet checks it with txHash and the recipient’s address (check_tx_proof with an empty message). Absent on networks whose blocks show the recipient',
});

/** The result of the order. The refund of a later deposit creates a new receipt with the next number. */
export const ReceiptDocumentSchema = Type.Object(
  {
    ...common,
    version: Type.Literal('1'),
    kind: Type.Literal('receipt'),
    number: Count,
    outcome: Type.Union([Type.Literal('COMPLETED'), Type.Literal('REFUNDED')]),
    issuedAt: Timestamp,
    endedAt: Timestamp,
    guaranteeHash: nullable(Sha256),
    settledPrice: nullable(DecimalText),
    networkFee: nullable(DecimalText),
    platformFee: nullable(DecimalText),
    deposits: Type.Array(
      Type.Object({
        instrument: Slug,
        amount: DecimalText,
        txHash: Type.String(),
        use: Type.Union([Type.Literal('ORDER'), Type.Literal('EXTRA')]),
      }),
    ),
    /** Why the payout became a refund. RECIPIENT_BLOCKED: the token's contract blocks the destination address. */
    refundReason: Type.Optional(Type.Literal('RECIPIENT_BLOCKED')),
    /** Number of further deposits that are not listed. Of many deposits only the largest per coin are listed. */
    depositsLeftOut: Type.Optional(Count),
    withdrawals: Type.Array(
      Type.Object({
        instrument: Slug,
        amount: DecimalText,
        arrivedAmount: Type.Optional(ArrivedAmount),
        txHash: Type.String(),
        paymentProof: Type.Optional(PaymentProof),
        confirmedAt: Timestamp,
      }),
    ),
    refunds: Type.Array(
      Type.Object({
        instrument: Slug,
        amount: DecimalText,
        arrivedAmount: Type.Optional(ArrivedAmount),
        networkFee: DecimalText,
        txHash: Type.String(),
        paymentProof: Type.Optional(PaymentProof),
        depositTxHash: nullable(Type.String()),
        confirmedAt: Timestamp,
      }),
    ),
  },
  { title: 'ReceiptDocument' },
);
export type ReceiptDocument = Static<typeof ReceiptDocumentSchema>;

const signed = <Document extends TSchema>(title: string, document: Document) =>
  Type.Object(
    {
      document,
      signature: Type.String({
        pattern: '^[0-9a-f]{128}$',
        description: 'Ed25519 over "causeway-document-v1", a line feed and the canonical JSON of the document, hex',
      }),
      keyId: KeyId,
    },
    { title },
  );

export const SignedGuarantee = signed('SignedGuarantee', GuaranteeDocumentSchema);
export const SignedReceipt = signed('SignedReceipt', ReceiptDocumentSchema);
export type SignedGuarantee = Static<typeof SignedGuarantee>;
export type SignedReceipt = Static<typeof SignedReceipt>;

const SigningKey = Type.Object(
  {
    keyId: KeyId,
    publicKey: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'Ed25519, hex' }),
  },
  { title: 'SigningKey' },
);
/** D42. A verifier must pin keys from an independent source. A response with its own key proves nothing. */
export const SigningKeysResponse = Type.Object(
  { current: SigningKey, previous: Type.Array(SigningKey) },
  { title: 'SigningKeys' },
);
export type SigningKeys = Static<typeof SigningKeysResponse>;
