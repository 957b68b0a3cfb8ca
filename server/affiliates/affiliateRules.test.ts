import { expect, test } from 'vitest';
import { earnersOf, findRuleFault, levelReached, percentOfWholeFee, shareOf } from './affiliateRules.ts';
import { DEFAULT_AFFILIATE_RULES as RULES } from './affiliateSettings.ts';
import { countedVolume, sharedFee } from './earningValue.ts';

const NOBODY = {
  owner_id: null,
  source: null,
  referrer_user_id: null,
  referrer_code: null,
  named_user_id: null,
  named_code: null,
};
const NAMED = { named_user_id: 7, named_code: 'named' };
const REFERRED = { referrer_user_id: 5, referrer_code: 'bound' };

test.each([
  ['a guest without a code', NOBODY, null, null],
  ['a guest with a code', { ...NOBODY, ...NAMED }, { userId: 7, code: 'named' }, null],
  ['a customer', { ...NOBODY, owner_id: 9, source: 'SESSION' }, null, 9],
  ['a customer with a code in the order', { ...NOBODY, ...NAMED, owner_id: 9, source: 'SESSION' }, null, 9],
  ['a referred customer', { ...NAMED, ...REFERRED, owner_id: 9, source: 'SESSION' }, { userId: 5, code: 'bound' }, 9],
  ['a customer who refers to himself', { ...NOBODY, ...REFERRED, owner_id: 5, source: 'SESSION' }, null, 5],
  ['an API key of a referred customer', { ...NAMED, ...REFERRED, owner_id: 9, source: 'API_KEY' }, { userId: 9, code: '' }, null],
  ['a claimed order', { ...NAMED, ...REFERRED, owner_id: 9, source: 'CLAIMED' }, null, null],
  ['a customer who has closed the account', { ...NOBODY, source: 'SESSION' }, null, null],
] as const)('names who earns from an order of %s', (_name, parties, referrer, cashback) => {
  expect(earnersOf(parties)).toEqual({ referrer, cashback: cashback === null ? null : { userId: cashback } });
});

test.each([
  ['9999.999999', undefined, 'BRONZE'],
  ['10000', undefined, 'SILVER'],
  ['49999', undefined, 'SILVER'],
  ['250000', undefined, 'PLATINUM'],
  ['0', 'GOLD', 'GOLD'],
  ['60000', 'SILVER', 'GOLD'],
] as const)('reaches with a volume of %s after %s the level %s', (volume, before, level) => {
  expect(levelReached(RULES, before, volume)).toBe(level);
});

test('rounds a share down', () => {
  expect(shareOf('0.000019', '40', 6)).toBe('0.000007');
});

test('computes cashback without the premium of a fixed rate', () => {
  const fees = { platformFeePercent: '0.5', fixedPremiumPercent: '0.5' };
  expect(percentOfWholeFee(fees, '10')).toEqual({ FLOATING: '10', FIXED: '5' });
});

test.each([
  [{ referrerSharePercent: '80.01' }, /at most 100 %/],
  [{ cashbackLevels: RULES.cashbackLevels.slice(1) }, /4 levels/],
  [{ cashbackLevels: RULES.cashbackLevels.with(2, { level: 'GOLD', percent: '15', fromVolume: '10000' }) }, /larger volume/],
] as const)('refuses the rules %j', (changes, fault) => {
  expect(findRuleFault({ ...RULES, ...changes })).toMatch(fault);
});

test('rounds the shared fee and the volume down', () => {
  const fees = { platformFeePercent: '0.5', fixedPremiumPercent: '0' };
  const exchange = {
    rate_mode: 'FLOATING',
    instrument_from: 'btc',
    instrument_to: 'usdttrc20',
    platform_fee: '0.0000019',
    market_price: '1',
  } as const;
  expect(sharedFee(fees, exchange, '1')).toBe('0.000001');
  expect(countedVolume(exchange, '0.0000019', '1')).toBe('0.000001');
});
