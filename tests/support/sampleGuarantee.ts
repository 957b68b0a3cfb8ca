import type { GuaranteeDocument, ReceiptDocument } from '../../contract/guarantee.ts';
import { createDocumentSigner } from '../../server/guarantee/documentSigner.ts';
import { at, sampleOrder } from './sampleOrder.ts';

/** Nobody's key but the tests'. */
export const SAMPLE_SIGNER = createDocumentSigner({
  secretKey: new Uint8Array(32).fill(9),
  previousKeys: [],
  exchange: 'Causeway',
});

type Content = Omit<GuaranteeDocument, 'version' | 'keyId' | 'exchange'>;

/** What the host signed for `sampleOrder()`. */
export function sampleGuarantee(changes: Partial<Content> = {}): GuaranteeDocument {
  return signSample(changes).document;
}

export function signSample(changes: Partial<Content> = {}) {
  const order = sampleOrder();
  const name = ({ slug, currencyTitle, networkTitle }: (typeof order.pair)['instrumentFrom']) => ({
    slug,
    currencyTitle,
    networkTitle,
  });
  return SAMPLE_SIGNER.signGuarantee({
    kind: 'guarantee',
    orderId: order.orderId,
    createdAt: order.createdAt,
    expiresAt: order.expiresAt,
    instrumentFrom: name(order.pair.instrumentFrom),
    instrumentTo: name(order.pair.instrumentTo),
    rateMode: order.rateMode,
    destinationAddress: order.destinationAddress,
    destinationAddressMemo: order.destinationAddressMemo,
    claimedDepositAmount: order.claimedDepositAmount,
    amountToGet: order.amountToGet,
    price: order.claimedPublicRate.price,
    networkFee: order.claimedNetworkFee,
    platformFee: order.platformFee_Absolute,
    depositAddress: order.depositAddress,
    depositAddressMemo: order.depositAddressMemo,
    minConfirmations: String(order.minConfirmationsToWithdraw),
    refundPolicy: {
      refundAddressHash: 'ab'.repeat(32),
      cost: 'NETWORK_FEE',
      amountTolerancePercent: '0.5',
      marketTolerancePercent: '2',
      decisionHours: '24',
      withoutDecision: 'REFUND',
    },
    ...changes,
  });
}

/** How `sampleOrders.completed()` ended. */
export function signSampleReceipt(changes: Partial<Omit<ReceiptDocument, 'version' | 'keyId' | 'exchange'>> = {}) {
  const { orderId, createdAt, instrumentFrom, instrumentTo, rateMode, destinationAddress, destinationAddressMemo } =
    sampleGuarantee();
  return SAMPLE_SIGNER.signReceipt({
    kind: 'receipt',
    number: '1',
    outcome: 'COMPLETED',
    orderId,
    createdAt,
    instrumentFrom,
    instrumentTo,
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
