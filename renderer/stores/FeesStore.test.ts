import { expect, test } from 'vitest';
import { FEES_FEATURE } from '../../contract/features.ts';
import { createFakePlatform } from '../../tests/support/browser/fakePlatform.ts';
import { sampleInstrument } from '../../tests/support/samples/sampleInstruments.ts';
import { FeesStore } from './FeesStore.ts';
import { HealthStore } from './HealthStore.ts';

const FEES = {
  platformFeePercent: '0.5',
  fixedPremiumPercent: '0.75',
  minimumUsd: '10',
  maximumFeeSharePercent: '10',
  maximumUsd: '50000',
  fixedMaximumUsd: '20000',
};
const fee = (payoutFeeUsd: string, collectionFeeUsd: string) => ({ payoutFeeUsd, collectionFeeUsd });

function create(features: string[]) {
  const fake = createFakePlatform({
    'service.health': () => ({ status: 'OK', host: { features, sandbox: false, brand: 'Test' } }),
    'service.fees': () => FEES,
    'instruments.list': () => [
      sampleInstrument('usdttrc20', fee('1.9', '4')),
      sampleInstrument('btc', fee('1.02', '1.14')),
      sampleInstrument('usdttrc20', fee('10', '3')),
      sampleInstrument('xrp'),
    ],
  });
  const health = new HealthStore({ platform: fake.platform, snapshot: null });
  return { ...fake, store: new FeesStore({ platform: fake.platform, health, snapshot: null }) };
}

test('lists the highest fees of each network, in the order of the coins', async () => {
  const { store } = create([FEES_FEATURE]);
  await store.load();
  expect(store.snapshot()).toEqual({
    fees: FEES,
    networks: [
      { slug: 'tron', title: 'TRON', coin: null, token: { payout: '10', collection: '4' } },
      { slug: 'bitcoin', title: 'Bitcoin', coin: { payout: '1.02', collection: '1.14' }, token: null },
    ],
  });
});

test('asks a host without the feature for nothing', async () => {
  const { store, calls } = create([]);
  await store.load();
  expect([store.snapshot(), calls.map(({ name }) => name)]).toEqual([null, ['service.health']]);
});
