import Schema from 'typebox/schema';
import { expect, test } from 'vitest';
import { InstrumentSchema } from '../../contract/schemas/instruments.ts';
import { loadCatalogue } from './loadCatalogue.ts';
import { presentInstrument } from './presentInstrument.ts';

const catalogue = loadCatalogue();
const usdt = catalogue.find('USDT', 'TRC20');
if (!usdt) throw new Error('The catalogue has no USDT on TRC20');

test('every instrument of the catalogue is as the wire’s schema says', () => {
  for (const instrument of catalogue.instruments.values()) {
    const presented = presentInstrument(catalogue, instrument, { price: '1.5', inactiveReason: null });
    expect(Schema.Check(InstrumentSchema, presented), instrument.slug).toBe(true);
  }
});

test('an active instrument carries no reason, an inactive one its own', () => {
  expect(presentInstrument(catalogue, usdt, { price: '1', inactiveReason: null })).not.toHaveProperty('inactiveReason');
  expect(presentInstrument(catalogue, usdt, { price: null, inactiveReason: 'NO_RESERVE' })).toMatchObject({
    isActive: false,
    inactiveReason: 'NO_RESERVE',
    price: null,
  });
});

test('names, network and logo are the catalogue’s', () => {
  expect(presentInstrument(catalogue, usdt, { price: '1', inactiveReason: null })).toMatchObject({
    slug: 'usdttrc20',
    currencyTitle: 'USDT',
    networkTitle: 'TRC20',
    decimals: 6,
    currencyLogoLink: '/static/coins/usdt.svg',
    network: { friendlyTitle: 'TRON', logoLink: '/static/coins/network-tron.svg' },
  });
});

test('a coin without a logo has an empty link', () => {
  const instrument = { ...usdt, logo: null };
  expect(presentInstrument(catalogue, instrument, { price: '1', inactiveReason: null }).currencyLogoLink).toBe('');
});
