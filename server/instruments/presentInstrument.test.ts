import Schema from 'typebox/schema';
import { expect, test } from 'vitest';
import { buildPaymentUri } from '../../contract/paymentUri/paymentUri.ts';
import { InstrumentSchema, type InactiveReason } from '../../contract/schemas/instruments.ts';
import { addressFromDigest } from './addresses/index.ts';
import { loadCatalogue } from './loadCatalogue.ts';
import { presentInstrument } from './presentInstrument.ts';

const catalogue = loadCatalogue();
const OPEN = { active: true, send: { active: true }, receive: { active: true } } as const;
const closed = (reason: InactiveReason) => ({ active: false, reason }) as const;
const usdt = catalogue.find('USDT', 'TRC20');
if (!usdt) throw new Error('The catalogue has no USDT on TRC20');

test('presents every instrument according to the schema', () => {
  for (const instrument of catalogue.instruments.values()) {
    const presented = presentInstrument(catalogue, instrument, { price: '1.5', availability: OPEN });
    expect(Schema.Check(InstrumentSchema, presented), instrument.slug).toBe(true);
  }
});

test('has payment URIs on every network with a scheme, for the supported coins', () => {
  for (const instrument of catalogue.instruments.values()) {
    const network = catalogue.networkOf(instrument);
    const presented = presentInstrument(catalogue, instrument, { price: null, availability: OPEN });
    const isToldFromTokens = network.family !== 'tron' && (network.family !== 'cardano' || instrument.contractAddress === null);
    if (network.paymentUriScheme === null) continue;
    const address = addressFromDigest(network, new Uint8Array(32).fill(7));
    const uri = buildPaymentUri({ instrument: presented, address, amount: '1', memo: null });
    expect(uri !== null, instrument.slug).toBe(isToldFromTokens);
  }
});

test('presents a reason only for a closed instrument', () => {
  const open = presentInstrument(catalogue, usdt, { price: '1', availability: OPEN });
  expect(open).toMatchObject({ isActive: true, activeToSend: true, activeToReceive: true });
  for (const key of ['inactiveReason', 'sendInactiveReason', 'receiveInactiveReason']) expect(open).not.toHaveProperty(key);
  const availability = { active: false, send: closed('MAINTENANCE'), receive: closed('NO_RESERVE') };
  expect(presentInstrument(catalogue, usdt, { price: null, availability })).toMatchObject({
    isActive: false,
    inactiveReason: 'MAINTENANCE',
    sendInactiveReason: 'MAINTENANCE',
    receiveInactiveReason: 'NO_RESERVE',
    price: null,
  });
});

test('presents an instrument that can only be sent as active, with the reason', () => {
  const availability = { active: true, send: { active: true } as const, receive: closed('NO_RESERVE') };
  const shown = presentInstrument(catalogue, usdt, { price: '1', availability });
  expect(shown).toMatchObject({
    isActive: true,
    activeToSend: true,
    activeToReceive: false,
    receiveInactiveReason: 'NO_RESERVE',
  });
  expect(shown).not.toHaveProperty('inactiveReason');
});

test('presents names, network and logo of the catalogue', () => {
  expect(presentInstrument(catalogue, usdt, { price: '1', availability: OPEN })).toMatchObject({
    slug: 'usdttrc20',
    currencyTitle: 'USDT',
    networkTitle: 'TRC20',
    decimals: 6,
    currencyLogoLink: '/static/coins/usdt.svg',
    network: { friendlyTitle: 'TRON', logoLink: '/static/coins/network-tron.svg' },
  });
});

test('presents an empty link without a logo', () => {
  const instrument = { ...usdt, logo: null };
  expect(presentInstrument(catalogue, instrument, { price: '1', availability: OPEN }).currencyLogoLink).toBe('');
});

test('shows the block time of a network that is faster here than the real one', () => {
  expect(presentInstrument(catalogue, usdt, { price: '1', availability: OPEN }).network?.blockSeconds).toBe(3);
  expect(presentInstrument(catalogue, usdt, { price: '1', availability: OPEN, blockSeconds: 0.25 }).network?.blockSeconds).toBe(
    0.25,
  );
});
