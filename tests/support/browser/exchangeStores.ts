import { ApiError } from '../../../contract/errors.ts';
import { amount, compare, roundToDecimal } from '../../../contract/money.ts';
import type { RateInput, PairData } from '../../../contract/api/rates.ts';
import type { Messages } from '../../../renderer/i18n/messages.ts';
import { createAppStores } from '../../../renderer/stores/createAppStores.ts';
import type { Snapshot } from '../../../renderer/stores/snapshot.ts';
import { exchangeGroup } from '../../../renderer/stores/exchange/exchangeGroup.ts';
import { orderGroup } from '../../../renderer/stores/order/orderGroup.ts';
import { createFakeLive } from './fakeLive.ts';
import { createFakePlatform, type Answers, type Services } from './fakePlatform.ts';
import { sampleInstrument } from '../samples/sampleInstruments.ts';
import { sampleQuote } from '../samples/sampleQuote.ts';

/** 2026-11-20T12:00:00Z, when the sample rates were quoted. */
export const NOW = Date.parse('2026-11-20T12:00:00.000Z');

/** A small desk: BTC to USDT at sampleQuote's price, with its bounds, in both modes and from both sides. */
export function quote(input: RateInput): PairData {
  const price = input.rateMode === 'FIXED' ? '69300' : '69650';
  const isReceiveSide = input.claimedDepositAmountCurrency === input.instrumentToSlug;
  const toGive = isReceiveSide
    ? roundToDecimal(amount(input.claimedDepositAmount).plus(amount('1.9')).div(amount(price)), 8, 'up')
    : input.claimedDepositAmount;
  const expected = { tooSmall: '0.0009', tooBig: '4.2' };
  if (compare(toGive, expected.tooSmall) < 0) {
    throw new ApiError('ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_SMALL', 'Too small', {
      expected: expected.tooSmall,
      expectedToGet: '60.785',
    });
  }
  if (compare(toGive, expected.tooBig) > 0) {
    throw new ApiError('ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_BIG', 'Too big', { expected: expected.tooBig });
  }
  return sampleQuote({ rateMode: input.rateMode, amountToGive: toGive, price });
}

/** A host that works, with BTC, ETH, XRP and USDT on TRON. */
export const WORKING_HOST = {
  'service.health': () => ({
    status: 'OK',
    host: { features: ['quote-id', 'order-token', 'subscription-id', 'history'], sandbox: true, brand: 'Test' },
  }),
  'instruments.list': () => [
    sampleInstrument('btc'),
    sampleInstrument('eth'),
    sampleInstrument('xrp'),
    sampleInstrument('usdttrc20'),
  ],
  'pairs.default': () => ({ from: 'btc', to: 'usdttrc20', amount: '0.05' }),
  'rates.one': (input) => quote(input),
  'rates.recommendedAmount': () => ({ recommendedAmount: '1.5' }),
  'rates.history': () => ({ points: [], changePercent: '0.00' }),
  'instruments.validateAddress': ({ address }) => ({
    result: !address.includes('wrong'),
    ...(address.includes('wrong') && { code: 'address_incorrect' }),
  }),
} satisfies Answers;

interface Options {
  answers?: Answers;
  snapshot?: Snapshot | null;
  services?: Services;
}

/** The stores of an app on a fake shell whose clock follows the (fake) timers. */
export function createExchangeApp({ answers = {}, snapshot = null, services = {} }: Options = {}) {
  const live = createFakeLive();
  const shell = createFakePlatform({ ...WORKING_HOST, ...answers }, { ...services, live: live.live });
  const stores = createAppStores({
    platform: shell.platform,
    clock: { now: () => Date.now() },
    locale: 'en',
    messages: {} as Messages,
    loadMessages: () => Promise.resolve({} as Messages),
    theme: null,
    buildId: 'test',
    snapshot,
  });
  return { ...live, shell, stores: orderGroup(exchangeGroup(stores)) };
}

export type ExchangeApp = ReturnType<typeof createExchangeApp>;

/** Answers every subscription that the latest socket was asked for, as a host does at once. */
export function answerSocket({ sockets }: Pick<ExchangeApp, 'sockets'>, answer: (input: RateInput) => PairData = quote): void {
  const socket = sockets.at(-1);
  if (!socket) throw new Error('Nothing connected');
  for (const { event, data } of socket.sent.splice(0)) {
    if (event !== 'pairs.rates' || !isRequest(data)) continue;
    const { subscriptionId, ...input } = data;
    try {
      socket.say({ channel: 'pairs', event: 'pairs.rates', data: answer(input), subscriptionId });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { code, message, details } = error;
      socket.say({ channel: 'pairs', event: 'error', data: { code, message, details }, subscriptionId });
    }
  }
}

function isRequest(data: unknown): data is RateInput & { subscriptionId: string } {
  return typeof data === 'object' && data !== null && 'subscriptionId' in data && 'instrumentFromSlug' in data;
}
