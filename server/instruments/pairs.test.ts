import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createAvailability, type Side } from './availability.ts';
import { loadCatalogue } from './loadCatalogue.ts';
import { createPairs } from './pairs.ts';

const catalogue = loadCatalogue();

/** Creates pairs with gateways for Bitcoin and Tron. `closed` contains "slug side". */
function create(...closed: string[]) {
  const gateways = new Map(['bitcoin', 'tron'].map((slug) => [slug, { probe: async () => ({ height: 1 }) }]));
  const closures = [
    {
      reasonFor: (slug: string, _network: string, side: Side) =>
        closed.includes(`${slug} ${side}`) ? ('MAINTENANCE' as const) : null,
    },
  ];
  return createPairs(catalogue, createAvailability({ catalogue, gateways, log: pino({ level: 'silent' }), closures }));
}

test('lists a coin with one closed side and omits it from popular pairs on that side', () => {
  const { instruments, popular, inactiveToReceive, inactiveToSend } = create('btc receive').all();
  expect(instruments).toContain('btc');
  expect([inactiveToReceive, inactiveToSend]).toEqual([['btc'], []]);
  expect(popular.some(({ to }) => to === 'btc')).toBe(false);
  expect(popular.some(({ from }) => from === 'btc')).toBe(true);
});

test('returns a first pair that is active', () => {
  const slugsOf = (pairs: ReturnType<typeof create>) => {
    const pair = pairs.first();
    return pair && [pair.from.slug, pair.to.slug];
  };
  expect(slugsOf(create())).toEqual(['btc', 'usdttrc20']);
  const without = slugsOf(create('btc send'));
  expect(without?.[0]).not.toBe('btc');
  expect(slugsOf(create('usdttrc20 receive'))?.[1]).not.toBe('usdttrc20');
});
