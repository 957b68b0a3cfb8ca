import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Instrument } from '../../../contract/api/instruments.ts';
import {
  signedBytes,
  type GuaranteeDocument,
  type ReceiptDocument,
  type SignedCoin,
} from '../../../contract/signedDocuments/guarantee.ts';
import { createDocumentSigner } from '../../../server/guarantee/documentSigner.ts';
import { at, sampleOrder } from './sampleOrder.ts';

const SECRET_KEY = new Uint8Array(32).fill(9);

/** Nobody's key but the tests'. */
export const SAMPLE_SIGNER = createDocumentSigner({
  secretKey: SECRET_KEY,
  previousKeys: [],
  exchange: 'Causeway',
});

type Content = Parameters<typeof SAMPLE_SIGNER.signGuarantee>[0];

/** What the host signed for `sampleOrder()`. */
export function sampleGuarantee(changes: Partial<Content> = {}): GuaranteeDocument {
  return signSample(changes).document;
}

export function signSample(changes: Partial<Content> = {}) {
  const order = sampleOrder();
  return SAMPLE_SIGNER.signGuarantee({
    kind: 'guarantee',
    orderId: order.orderId,
    createdAt: order.createdAt,
    expiresAt: order.expiresAt,
    confirmBy: order.confirmBy ?? null,
    instrumentFrom: signedCoin(order.pair.instrumentFrom),
    instrumentTo: signedCoin(order.pair.instrumentTo),
    rateMode: order.rateMode,
    destinationAddress: order.destinationAddress,
    destinationAddressMemo: order.destinationAddressMemo,
    claimedDepositAmount: order.claimedDepositAmount,
    amountToGet: order.amountToGet,
    price: order.claimedPublicRate.price,
    networkFee: order.claimedNetworkFee,
    collectionFee: order.collectionFeeAmount ?? '0',
    platformFee: order.platformFee_Absolute,
    platformFeePercent: '0.5',
    fixedPremiumPercent: '0.5',
    costRisePercent: '1',
    depositAddress: order.depositAddress,
    depositAddressMemo: order.depositAddressMemo,
    minConfirmations: String(order.minConfirmationsToWithdraw),
    refundPolicy: {
      refundAddressHash: 'ab'.repeat(32),
      cost: 'NETWORK_FEES',
      amountTolerancePercent: '0.5',
      marketTolerancePercent: '2',
      withoutDecision: 'REFUND',
      decisionHours: '24',
      latestHours: '72',
    },
    laterDeposits: { rule: 'ASK', withinHours: null },
    orderTokenHash: 'cd'.repeat(32),
    ...changes,
  });
}

function signedCoin({ slug, currencyTitle, networkTitle, network, contractAddress, decimals }: Instrument): SignedCoin {
  if (!network || contractAddress === undefined) throw new Error('A sample says all of its coin');
  const { slug: networkSlug, friendlyTitle, family, memoName, paymentUriScheme, chainId } = network;
  return {
    slug,
    currencyTitle,
    networkTitle,
    network: {
      slug: networkSlug,
      friendlyTitle,
      family,
      memoName,
      paymentUriScheme,
      chainId: chainId === null ? null : String(chainId),
    },
    contractAddress,
    decimals: String(decimals),
  };
}

/** A guarantee of an order to which no refund address was given. */
export function signWithoutRefundAddress() {
  const { refundPolicy } = sampleGuarantee();
  const withoutRefund = { refundAddressHash: null, withoutDecision: 'KEPT', decisionHours: null, latestHours: null } as const;
  return signSample({ rateMode: 'FLOATING', refundPolicy: { ...refundPolicy, ...withoutRefund } });
}

/** A guarantee of a version that no release signs, under a valid signature. */
export function signFormerVersion() {
  const { platformFeePercent: _service, fixedPremiumPercent: _premium, costRisePercent: _rise, ...content } = sampleGuarantee();
  const document = { ...content, version: '4' };
  return { document, signature: bytesToHex(ed25519.sign(signedBytes(document), SECRET_KEY)), keyId: document.keyId };
}

/** How `sampleOrders.completed()` ended. */
export function signSampleReceipt(changes: Partial<Omit<ReceiptDocument, 'version' | 'keyId' | 'exchange'>> = {}) {
  const { orderId, createdAt, instrumentFrom, instrumentTo, rateMode, destinationAddress, destinationAddressMemo } =
    sampleGuarantee();
  const name = ({ slug, currencyTitle, networkTitle }: SignedCoin) => ({ slug, currencyTitle, networkTitle });
  return SAMPLE_SIGNER.signReceipt({
    kind: 'receipt',
    number: '1',
    outcome: 'COMPLETED',
    orderId,
    createdAt,
    instrumentFrom: name(instrumentFrom),
    instrumentTo: name(instrumentTo),
    rateMode,
    destinationAddress,
    destinationAddressMemo,
    issuedAt: at(26),
    endedAt: at(26),
    guaranteeHash: null,
    settledPrice: '69716.04',
    networkFee: '1.94',
    platformFee: '17.5',
    deposits: [{ instrument: 'btc', amount: '0.05', txHash: 'cd'.repeat(32), use: 'ORDER' }],
    withdrawals: [{ instrument: 'usdttrc20', amount: '3483.9', txHash: 'ab'.repeat(32), confirmedAt: at(26) }],
    refunds: [],
    ...changes,
  });
}
