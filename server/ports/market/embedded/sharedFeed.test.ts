import { expect, test } from 'vitest';
import { createEmbeddedFeed } from './embeddedFeed.ts';
import { createSharedFeed, type MarketState } from './sharedFeed.ts';
import { loadSnapshot } from './snapshot.ts';

function createState(): MarketState {
  const prices = new Map<string, string>();
  let mode = 'working';
  return {
    load: async () => ({ prices: new Map(prices), mode }),
    savePrice: async (symbol, price) => void prices.set(symbol, price),
    saveMode: async (next) => void (mode = next),
  };
}

const open = (state: MarketState) => createSharedFeed(createEmbeddedFeed({ snapshot: loadSnapshot(), seed: 1 }), state);

test('sends a set price to other processes, and to those that start later', async () => {
  const state = createState();
  const [one, two] = [open(state), open(state)];
  await one.controls.setPrice('BTC', '50000');
  expect(one.feed.tick('BTC')).toMatchObject({ bid: '49995', ask: '50005' });
  expect(two.feed.tick('BTC')).not.toMatchObject({ bid: '49995' });
  await two.follow();
  expect(two.feed.tick('BTC')).toMatchObject({ bid: '49995', ask: '50005' });
  const three = open(state);
  const stop = await three.feed.start();
  expect(three.feed.tick('BTC')).toMatchObject({ bid: '49995', ask: '50005' });
  await stop();
});

test('does not store a price that was rejected', async () => {
  const state = createState();
  const { controls } = open(state);
  await expect(controls.setPrice('NOPE', '1')).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
  await expect(controls.setPrice('BTC', '0')).rejects.toMatchObject({ code: 'ERR_VALIDATION' });
  expect((await state.load()).prices.size).toBe(0);
});

test('breaks the market in all processes, until any of them mends it', async () => {
  const state = createState();
  const [one, two] = [open(state), open(state)];
  await one.controls.breakFeed('down');
  await two.follow();
  expect([one, two].map(({ feed, controls }) => [feed.tick('BTC'), controls.mode()])).toEqual([
    [undefined, 'down'],
    [undefined, 'down'],
  ]);
  await two.controls.mend();
  await one.follow();
  expect([one.controls.mode(), two.controls.mode()]).toEqual(['working', 'working']);
  expect(one.feed.tick('BTC')).toBeDefined();
});

test('ignores a state that was loaded before a local write', async () => {
  const state = createState();
  const slow = Promise.withResolvers<void>();
  const { controls, follow, feed } = open({
    ...state,
    load: async () => {
      const loaded = await state.load();
      await slow.promise;
      return loaded;
    },
  });
  await state.savePrice('BTC', '40000');
  const following = follow();
  await controls.setPrice('BTC', '50000');
  slow.resolve();
  await following;
  expect(feed.tick('BTC')).toMatchObject({ bid: '49995' });
});
