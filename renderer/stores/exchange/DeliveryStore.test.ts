import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ValidateAddressOutput } from '../../../contract/api/instruments.ts';
import { createFakePlatform } from '../../../tests/support/browser/fakePlatform.ts';
import { sampleInstrument } from '../../../tests/support/samples/sampleInstruments.ts';
import { DeliveryStore } from './DeliveryStore.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const RIPPLE = 'rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh';
const [btc, xrp, usdt] = [sampleInstrument('btc'), sampleInstrument('xrp'), sampleInstrument('usdttrc20')];

function setUp(answer: ValidateAddressOutput = { result: true }) {
  const shell = createFakePlatform({ 'instruments.validateAddress': () => answer });
  const delivery = new DeliveryStore({ platform: shell.platform });
  return { shell, delivery };
}

describe('an address', () => {
  it('is validated after a pause in typing, and an earlier request is cancelled', async () => {
    const { shell, delivery } = setUp();
    delivery.use(btc, usdt);
    void delivery.type('destination', 'TR', usdt);
    await vi.advanceTimersByTimeAsync(100);
    void delivery.type('destination', 'TR7', usdt);
    expect(delivery.destination.state).toEqual({ kind: 'checking' });
    await vi.advanceTimersByTimeAsync(250);
    expect(delivery.destination.state).toEqual({ kind: 'valid' });
    expect(shell.callsOf('instruments.validateAddress').map(({ input }) => input)).toEqual([
      { currencyTitle: 'USDT', networkTitle: 'TRC20', address: 'TR7', getRejectReason: true },
    ]);
  });

  it('has the host’s reason and the networks on which it would be valid', async () => {
    const { delivery } = setUp({ result: false, code: 'address_wrong_network', detectedNetworks: ['Bitcoin'] });
    delivery.use(btc, usdt);
    void delivery.type('destination', BITCOIN, usdt);
    await vi.advanceTimersByTimeAsync(250);
    expect(delivery.destination.state).toEqual({ kind: 'invalid', code: 'address_wrong_network', detectedNetworks: ['Bitcoin'] });
  });

  it('is not validated when it is empty', async () => {
    const { shell, delivery } = setUp();
    delivery.use(btc, usdt);
    void delivery.type('destination', 'TR7', usdt);
    void delivery.type('destination', '', usdt);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(delivery.destination.state).toEqual({ kind: 'empty' });
    expect(shell.calls).toEqual([]);
  });

  it('is cleared for another coin and restored when the coin is chosen again', async () => {
    const { delivery } = setUp();
    delivery.use(btc, usdt);
    void delivery.type('destination', 'TR7', usdt);
    delivery.use(btc, xrp);
    expect(delivery.destination.text).toBe('');
    delivery.destination.setMemo('1');
    delivery.use(btc, usdt);
    expect(delivery.destination.text).toBe('TR7');
    expect(delivery.destination.memo).toBe('');
    await vi.advanceTimersByTimeAsync(250);
    expect(delivery.destination.isValid).toBe(true);
  });

  it('moves with its coin when the pair is swapped', () => {
    const { delivery } = setUp();
    delivery.use(btc, usdt);
    void delivery.type('destination', 'TR7', usdt);
    void delivery.type('refund', BITCOIN, btc);
    delivery.use(usdt, btc);
    expect(delivery.destination.text).toBe(BITCOIN);
    expect(delivery.refund.text).toBe('TR7');
  });
});

describe('a pasted payment request', () => {
  it('fills in address, memo and the amount to receive', async () => {
    const { delivery } = setUp();
    delivery.use(btc, xrp);
    expect(await delivery.type('destination', `ripple:${RIPPLE}?amount=25&dt=4711`, xrp)).toBe('25');
    expect(delivery.destination.text).toBe(RIPPLE);
    expect(delivery.destination.memo).toBe('4711');
    expect(delivery.destination.pasted).toEqual({ kind: 'filled', withAmount: true, withMemo: true });
  });

  it('sets no amount in the refund field', async () => {
    const { delivery } = setUp();
    delivery.use(btc, usdt);
    expect(await delivery.type('refund', `bitcoin:${BITCOIN}?amount=1`, btc)).toBeNull();
    expect(delivery.refund.text).toBe(BITCOIN);
  });

  it('fills in only the address for another coin of the network and says so', async () => {
    const { delivery } = setUp();
    delivery.use(btc, usdt);
    const address = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
    expect(await delivery.type('destination', `tron:${address}?amount=1`, usdt)).toBeNull();
    expect(delivery.destination.text).toBe(address);
    expect(delivery.destination.pasted).toEqual({ kind: 'otherCoin', scheme: 'tron' });
    void delivery.type('destination', 'T', usdt);
    expect(delivery.destination.pasted).toBeNull();
  });

  it.each([
    [`bitcoin:${BITCOIN}?amount=1`, null],
    [`arb1:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed`, null],
    [`tron:${BITCOIN}?amount=1&amount=2`, { kind: 'refused', fault: { kind: 'REPEATED', parameter: 'amount' } }],
  ])('leaves %s in the field for the host to judge', async (text, note) => {
    const { delivery } = setUp();
    delivery.use(btc, usdt);
    expect(await delivery.type('destination', text, usdt)).toBeNull();
    expect(delivery.destination.text).toBe(text);
    expect(delivery.destination.pasted).toEqual(note);
  });
});

describe('the e-mail', () => {
  it.each([
    ['', '', false],
    ['ann', 'ann', true],
    ['ann@example', 'ann@example', true],
    ['ann@example.o', 'ann@example.o', true],
    ['ann@example.org', 'ann@example.org', false],
    ['ann+shop@example.org ', 'annshop@example.org', false],
  ])('%j is stored as %j, wrong: %s', (typed, stored, isWrong) => {
    const { delivery } = setUp();
    delivery.typedEmail.type(typed);
    expect(delivery.email).toBe(stored);
    expect(delivery.isEmailWrong).toBe(isWrong);
  });
});
