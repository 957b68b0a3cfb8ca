import { expect, expectTypeOf, test } from 'vitest';
import { createFakePlatform } from '../../tests/support/browser/fakePlatform.ts';
import { loadTestMessages } from '../../tests/support/samples/messages.ts';
import { sampleInstrument } from '../../tests/support/samples/sampleInstruments.ts';
import { walletGroup } from './account/WalletStore.ts';
import { createAppStores, takeSnapshot, type AppStores } from './createAppStores.ts';
import { popularGroup } from './PopularStore.ts';
import type { Snapshot } from './snapshot.ts';

async function app(snapshot: Snapshot | null = null) {
  const { platform } = createFakePlatform({
    'pairs.list': () => ({ instruments: [], excluded: [], popular: [{ from: 'btc', to: 'eth' }] }),
    'instruments.list': () => [sampleInstrument('btc'), sampleInstrument('eth')],
  });
  return createAppStores({
    platform,
    clock: { now: () => 1_000_000 },
    locale: 'en',
    messages: await loadTestMessages('en'),
    loadMessages: loadTestMessages,
    theme: null,
    buildId: 'test',
    snapshot,
  });
}

test('creates the stores of a group once for each app', async () => {
  const [one, other] = [await app(), await app()];
  const { wallet } = walletGroup(one);
  expect(walletGroup(one).wallet).toBe(wallet);
  expect(walletGroup(popularGroup(one)).wallet).toBe(wallet);
  expect(walletGroup(other).wallet).not.toBe(wallet);
});

test('types a store only for those who use its group', () => {
  expectTypeOf<AppStores>().not.toHaveProperty('wallet');
  expectTypeOf(walletGroup<AppStores>).returns.toHaveProperty('wallet');
  expectTypeOf(walletGroup<AppStores>).returns.not.toHaveProperty('popular');
});

test('continues in the browser with the data that each used store has loaded', async () => {
  const server = await app();
  await popularGroup(server).popular.load();
  walletGroup(server);
  const snapshot = JSON.parse(JSON.stringify(takeSnapshot(server))) as Snapshot;
  expect(Object.keys(snapshot.stores).toSorted()).toEqual(['health', 'instruments', 'popular', 'session']);
  const browser = popularGroup(await app(snapshot));
  expect(browser.popular.pairs.map(({ from, to }) => [from.slug, to.slug])).toEqual([['btc', 'eth']]);
  expect(walletGroup(browser).wallet.wallet).toBeNull();
});
