import type { FiatPurchase } from '../../../contract/api/fiat.ts';
import type { Order } from '../../../contract/api/orders.ts';
import { sampleInstrument } from './sampleInstruments.ts';
import { at, sampleOrder } from './sampleOrder.ts';

/** A purchase of 0.0029903 BTC for 250 USD, in a stage. */
export function samplePurchase(fiat: Partial<FiatPurchase> = {}, changes: Partial<Order> = {}): Order {
  const stage = fiat.stage ?? 'AWAITING_PAYMENT';
  return sampleOrder({
    rateMode: 'FLOATING',
    pair: { instrumentFrom: sampleInstrument('usd'), instrumentTo: sampleInstrument('btc') },
    destinationAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    refundAddress: null,
    claimedDepositAmount: '250',
    claimedPublicRate: { price: '0.0000119612' },
    amountToGet: '0.0029903',
    depositAddress: '',
    redirectUrl: stage === 'AWAITING_PAYMENT' ? 'https://exchange.mercuryo.example/pay/1' : null,
    fiat: {
      provider: 'mercuryo',
      providerName: 'Mercuryo',
      stage,
      stageSince: at(1),
      deadline: null,
      amount: '250',
      currency: 'USD',
      fees: [
        { kind: 'PROVIDER', amount: '9.5' },
        { kind: 'SERVICE', amount: '1.2' },
        { kind: 'NETWORK', amount: '1.76' },
      ],
      reason: null,
      isProcessing: false,
      wasHeld: false,
      cardEnding: null,
      reference: '0c41f7e2a9',
      supportEmail: 'support@mercuryo.example',
      isSandbox: false,
      ...fiat,
    },
    ...changes,
  });
}
