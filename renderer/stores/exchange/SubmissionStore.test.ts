import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ValidateAddressOutput } from '../../../contract/api/instruments.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { Decimal } from '../../../contract/money.ts';
import { answerSocket, createExchangeApp, NOW, quote, type ExchangeApp } from '../../../tests/support/browser/exchangeStores.ts';
import type { Answers } from '../../../tests/support/browser/fakePlatform.ts';
import { sampleInstrument } from '../../../tests/support/samples/sampleInstruments.ts';
import { sampleQuote } from '../../../tests/support/samples/sampleQuote.ts';

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

const DESTINATION = 'TDestination';
const REFUND = 'bc1qrefund';

async function live(answers: Answers = {}, receive = 'usdttrc20'): Promise<ExchangeApp> {
  const app = createExchangeApp({ answers });
  await app.stores.health.check();
  await app.stores.exchange.open({ send: 'btc', receive, amount: '0.05' });
  app.stores.startExchange();
  app.latest().open();
  answerSocket(app);
  return app;
}

const step = ({ stores }: ExchangeApp) => stores.submission.next;
const settle = () => vi.advanceTimersByTimeAsync(300);

async function fill({ stores }: ExchangeApp): Promise<void> {
  void stores.delivery.type('destination', DESTINATION, stores.exchange.receiveInstrument);
  await settle();
  stores.submission.acceptTerms(true);
}

describe('the next step (D23)', () => {
  it('follows the form from top to bottom', async () => {
    const app = await live();
    const { stores } = app;
    stores.exchange.chooseMode('FIXED');
    stores.exchange.type('send', '');
    expect(step(app)).toMatchObject({ kind: 'amount', problem: { kind: 'empty' } });
    stores.exchange.type('send', '0.0001');
    expect(step(app)).toMatchObject({ kind: 'amount', problem: { kind: 'tooSmall' } });
    stores.exchange.type('send', '0.05');
    expect(step(app)).toEqual({ kind: 'destination', address: 'empty' });
    void stores.delivery.type('destination', DESTINATION, null);
    expect(step(app)).toEqual({ kind: 'destination', address: 'checking' });
    await settle();
    expect(step(app)).toEqual({ kind: 'refund', address: 'empty' });
    void stores.delivery.type('refund', REFUND, null);
    await settle();
    expect(step(app)).toEqual({ kind: 'terms' });
    stores.submission.acceptTerms(true);
    stores.delivery.typedEmail.type('nobody');
    expect(step(app)).toEqual({ kind: 'email' });
    stores.delivery.typedEmail.type('ann+shop@example.org');
    expect(step(app)).toEqual({ kind: 'mailbox' });
    expect(await stores.submission.submit()).toBe('missing');
    expect(stores.delivery.typedEmail.timesAsked).toBe(1);
    stores.delivery.typedEmail.type('');
    stores.delivery.typedEmail.type('ann@example.org');
    answerSocket(app);
    expect(step(app)).toEqual({ kind: 'ready' });
  });

  it('is a memo, or the tick that none is needed, for a coin with memos', async () => {
    const toXrp = (changes: Partial<Parameters<typeof sampleQuote>[0]> = {}) =>
      sampleQuote({ instrumentTo: sampleInstrument('xrp'), ...changes });
    const app = createExchangeApp({ answers: { 'rates.one': ({ rateMode }) => toXrp({ rateMode }) } });
    await app.stores.exchange.open({ send: 'btc', receive: 'xrp', amount: '0.05' });
    app.stores.startExchange();
    await fill(app);
    expect(step(app)).toEqual({ kind: 'memo', isWrong: false });
    app.stores.delivery.destination.waiveMemo(true);
    expect(step(app)).toEqual({ kind: 'ready' });
    app.stores.delivery.destination.setMemo('4711');
    expect(app.stores.delivery.destination.isMemoWaived).toBe(false);
    expect(step(app)).toEqual({ kind: 'ready' });
    app.stores.submission.reject('destinationAddressMemo', 'error_create_exchange');
    expect(step(app)).toEqual({ kind: 'memo', isWrong: true });
    app.stores.delivery.destination.setMemo('4712');
    expect(step(app)).toEqual({ kind: 'ready' });
    app.stores.delivery.destination.setMemo('4294967296');
    await vi.waitFor(() => expect(step(app)).toEqual({ kind: 'memo', isWrong: true }));
  });

  it('is the memo of a given refund address, or the tick that none is needed', async () => {
    const fromXrp = () => sampleQuote({ instrumentFrom: sampleInstrument('xrp'), instrumentTo: sampleInstrument('btc') });
    const app = createExchangeApp({ answers: { 'rates.one': fromXrp } });
    await app.stores.exchange.open({ send: 'xrp', receive: 'btc', amount: '0.05' });
    app.stores.startExchange();
    await fill(app);
    expect(step(app)).toEqual({ kind: 'ready' });
    void app.stores.delivery.type('refund', 'rHb9', null);
    await settle();
    expect(step(app)).toEqual({ kind: 'refundMemo', isWrong: false });
    app.stores.delivery.refund.setMemo('4711');
    expect(step(app)).toEqual({ kind: 'ready' });
    app.stores.delivery.refund.waiveMemo(true);
    expect([step(app).kind, app.stores.delivery.refund.memo]).toEqual(['ready', '']);
  });

  it('requires no refund address for a floating rate, but rejects an invalid one', async () => {
    const app = await live();
    await fill(app);
    expect(step(app)).toEqual({ kind: 'ready' });
    void app.stores.delivery.type('refund', 'wrong', null);
    await settle();
    expect(step(app)).toEqual({ kind: 'refund', address: 'invalid' });
  });

  it.each<[string, 'FIXED' | 'FLOATING', ValidateAddressOutput, ValidateAddressOutput, string]>([
    ['one account at a fixed rate', 'FIXED', { result: true, account: 'one' }, { result: true, account: 'one' }, 'same'],
    ['one account at a floating rate', 'FLOATING', { result: true, account: 'one' }, { result: true, account: 'one' }, 'same'],
    ['two accounts', 'FIXED', { result: true, account: 'one' }, { result: true, account: 'two' }, 'no'],
    [
      'two memos at one address',
      'FIXED',
      { result: true, account: 'one', memo: '1' },
      { result: true, account: 'one', memo: '2' },
      'otherMemo',
    ],
    ['one memo at one address', 'FIXED', { result: true, account: 'one', memo: '1' }, { result: true, account: 'one' }, 'same'],
  ])('asks for another refund address: %s', async (_name, mode, destination, refund, shared) => {
    const toEth = sampleInstrument('eth', { slug: 'usdterc20', contractAddress: '0xdac' });
    const app = createExchangeApp({
      answers: {
        'rates.one': () => sampleQuote({ instrumentFrom: sampleInstrument('eth'), instrumentTo: toEth }),
        'instruments.validateAddress': ({ address }) => (address === 'to' ? destination : refund),
      },
    });
    await app.stores.exchange.open({ send: 'eth', receive: 'usdterc20', amount: '0.05' });
    app.stores.exchange.chooseMode(mode);
    app.stores.startExchange();
    void app.stores.delivery.type('destination', 'to', null);
    void app.stores.delivery.type('refund', 'back', null);
    await settle();
    expect(app.stores.delivery.sharedAccount).toBe(shared);
    const isRefused = step(app).kind === 'refund';
    expect(isRefused).toBe(mode === 'FIXED' && shared === 'same');
  });

  it('is the service while it is unavailable', async () => {
    const app = await live();
    app.shell.answers['service.health'] = () => ({ status: 'TECHNICAL_DIFFICULTIES' });
    await app.stores.health.check();
    expect(step(app)).toEqual({ kind: 'service' });
  });

  it('is the rate while the feed is lost', async () => {
    const app = await live();
    await fill(app);
    app.shell.answers['rates.one'] = () => Promise.reject(new ApiError('ERR_SERVICE_UNAVAILABLE', 'down'));
    app.latest().drop();
    await vi.advanceTimersByTimeAsync(12_000);
    expect(step(app)).toEqual({ kind: 'rate' });
  });
});

describe('a rate far from the market', () => {
  const at = async (price: Decimal): Promise<ExchangeApp> => {
    const app = await live({ 'rates.one': ({ rateMode }) => sampleQuote({ price, rateMode }) });
    answerSocket(app, ({ rateMode }) => sampleQuote({ price, rateMode }));
    app.stores.rates.adopt(sampleQuote({ price }));
    await fill(app);
    return app;
  };

  it.each([
    ['64000', false, false],
    ['63000', true, false],
    ['56500', true, false],
    ['56000', true, true],
  ])('at %s: warns %s, asks for a tick %s', async (price, warns, asks) => {
    const app = await at(price);
    expect(app.stores.submission.warnsOfDeviation).toBe(warns);
    expect(app.stores.submission.needsDeviationTick).toBe(asks);
    expect(step(app)).toEqual({ kind: asks ? 'deviation' : 'ready' });
  });

  it('continues once the customer has ticked the warning', async () => {
    const app = await at('50000');
    app.stores.submission.acceptDeviation(true);
    expect(step(app)).toEqual({ kind: 'ready' });
  });
});

describe('creating the order', () => {
  it('sends exactly the shown amounts with the quote', async () => {
    const app = await live();
    await fill(app);
    app.stores.delivery.typedEmail.type('ann+shop@example.org');
    app.stores.delivery.typedEmail.confirm(true);
    app.stores.referral.take('ann');
    expect(await app.stores.submission.submit()).toBe('begun');
    const draft = app.stores.orderCreation.draft;
    expect(draft?.payload).toMatchObject({
      rateMode: 'FLOATING',
      instrumentFrom: { currencyTitle: 'BTC', networkTitle: 'BTC', slug: 'btc' },
      instrumentTo: { currencyTitle: 'USDT', networkTitle: 'TRC20', slug: 'usdttrc20' },
      destinationAddress: DESTINATION,
      claimedPublicRate: { price: '69650', claimedAmountToReceive: '3480.6', finalNetworkFeeAmount: '1.9' },
      claimedNetworkFee: '1.9',
      claimedDepositAmount: '0.05',
      userEmail: 'annshop@example.org',
      referrerId: 'ann',
      quoteId: 'AAAAAAAAAAAAAAAAAAAAAA',
    });
    expect(draft?.payload).not.toHaveProperty('refundAddress');
    expect(draft?.payload).not.toHaveProperty('destinationAddressMemo');
  });

  it('sends no additive field to a host without the feature', async () => {
    const app = await live({ 'service.health': () => ({ status: 'OK' }) });
    for (const socket of app.sockets) {
      socket.open();
      const rateMode = JSON.stringify(socket.sent).includes('FIXED') ? 'FIXED' : 'FLOATING';
      socket.say({ channel: 'pairs', event: 'pairs.rates', data: sampleQuote({ rateMode }) });
    }
    await fill(app);
    await app.stores.submission.submit();
    const payload = app.stores.orderCreation.draft?.payload;
    expect(payload?.destinationAddress).toBe(DESTINATION);
    expect(payload).not.toHaveProperty('quoteId');
    expect(payload).not.toHaveProperty('orderTokenHash');
  });

  it('creates no order while a field is missing, and retries the validation of an address', async () => {
    const silent = () => Promise.reject(new ApiError('ERR_SERVICE_UNAVAILABLE', 'down'));
    const app = await live({ 'instruments.validateAddress': silent });
    await fill(app);
    expect(step(app)).toEqual({ kind: 'destination', address: 'unverified' });
    app.shell.answers['instruments.validateAddress'] = (): ValidateAddressOutput => ({ result: true });
    expect(await app.stores.submission.submit()).toBe('missing');
    await settle();
    expect(step(app)).toEqual({ kind: 'ready' });
    expect(app.stores.orderCreation.draft).toBeNull();
  });

  it('reports that the code of orders did not load', async () => {
    const app = await live();
    await fill(app);
    const missing = vi.spyOn(crypto, 'getRandomValues').mockImplementationOnce(() => {
      throw new TypeError('Failed to fetch dynamically imported module');
    });
    expect(await app.stores.submission.submit()).toBe('failed');
    expect(app.stores.notifications.list.at(-1)?.message).toBe('error.partNotLoaded');
    missing.mockRestore();
  });
});

it('begins one order, however often the button is pressed, until its page has opened', async () => {
  const app = await live();
  await fill(app);
  const { submission, orderCreation } = app.stores;
  const outcomes = await Promise.all([submission.submit(), submission.submit(), submission.submit()]);
  const key = orderCreation.draft?.idempotencyKey;
  expect([...outcomes, await submission.submit()]).toEqual(['begun', 'running', 'running', 'running']);
  expect(orderCreation.draft?.idempotencyKey).toBe(key);
  submission.reopen();
  expect(await submission.submit()).toBe('begun');
});

describe('the e-mail confirmation (ckm)', () => {
  const withCkm = async (ckm: 'A' | 'B' | 'D') => {
    const app = await live();
    app.stores.exchange.type('send', '0.06');
    vi.advanceTimersByTime(60);
    answerSocket(app, (input) => ({ ...quote(input), ckm }));
    await fill(app);
    return app;
  };

  it('is requested with A, once per device', async () => {
    const app = await withCkm('A');
    expect(await app.stores.submission.submit()).toBe('asked');
    expect(app.stores.dialogs.current?.name).toBe('emailConfirmation');
    expect(await app.stores.submission.confirmEmail('ann@example.org')).toBe('begun');
    expect(app.stores.orderCreation.draft?.payload.userEmail).toBe('ann@example.org');
    expect(app.stores.dialogs.current).toBeNull();
    app.stores.submission.reopen();
    expect(await app.stores.submission.submit()).toBe('begun');
  });

  it('is requested with B only if the page’s query names the operator as the referrer', async () => {
    const own = await withCkm('B');
    own.stores.referral.take('causeway');
    expect(await own.stores.submission.submit()).toBe('asked');
    const later = await withCkm('B');
    later.stores.referral.take('causeway');
    later.stores.referral.take(null);
    expect(later.stores.referral.referrerId).toBe('causeway');
    expect(await later.stores.submission.submit()).toBe('begun');
    const foreign = await withCkm('B');
    foreign.stores.referral.take('ann');
    expect(await foreign.stores.submission.submit()).toBe('begun');
  });

  it('is never requested with D', async () => {
    const app = await withCkm('D');
    expect(await app.stores.submission.submit()).toBe('begun');
  });
});

describe('a rate that changed at create (D4)', () => {
  it('asks the customer, and orders at exactly the new rate after consent', async () => {
    const app = await live();
    await fill(app);
    await app.stores.submission.submit();
    const before = app.stores.orderCreation.draft?.pair ?? sampleQuote();
    const now = sampleQuote({ price: '69000', quoteId: 'BBBBBBBBBBBBBBBBBBBBBB' });
    app.stores.submission.rateChanged({ before, now });
    expect(app.stores.dialogs.current?.name).toBe('rateChanged');
    expect(app.stores.submission.consent).toEqual({ before, now });
    expect(app.stores.exchange.receiveAmount).toBe(now.amountToGet);
    expect(await app.stores.submission.acceptRate()).toBe('begun');
    const payload = app.stores.orderCreation.draft?.payload;
    expect(payload?.quoteId).toBe('BBBBBBBBBBBBBBBBBBBBBB');
    expect(payload?.claimedPublicRate.claimedAmountToReceive).toBe(now.amountToGet);
    expect(app.stores.dialogs.current).toBeNull();
  });

  it('creates no order when the customer declines', async () => {
    const app = await live();
    app.stores.submission.rateChanged({ before: sampleQuote(), now: sampleQuote({ price: '69000' }) });
    app.stores.submission.declineRate();
    expect(await app.stores.submission.acceptRate()).toBe('missing');
    expect(app.stores.orderCreation.draft).toBeNull();
  });
});

describe('a field that the host rejected at create', () => {
  it('is invalid until it is changed', async () => {
    const app = await live();
    await fill(app);
    app.stores.submission.reject('destinationAddress', 'error_address_incorrect');
    expect(step(app)).toEqual({ kind: 'destination', address: 'invalid' });
    void app.stores.delivery.type('destination', 'TOther', null);
    await settle();
    expect(step(app)).toEqual({ kind: 'ready' });
  });
});
