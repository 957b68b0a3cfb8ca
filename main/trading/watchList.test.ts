import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import type { WatchedPair } from '../../contract/schemas/trading.ts';
import { createFakePlatform } from '../../tests/support/browser/fakePlatform.ts';
import { sampleInstrument } from '../../tests/support/samples/sampleInstruments.ts';
import { temporaryFolder } from '../../tests/support/temporaryFolder.ts';
import { openWatchList } from './watchList.ts';

const OFFERED = ['btc', 'eth', 'usdttrc20'] as const;

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

function open() {
  const changed = Promise.withResolvers<WatchedPair[]>();
  const fake = createFakePlatform({ 'instruments.list': () => OFFERED.map((slug) => sampleInstrument(slug)) });
  const onUnsaved = vi.fn();
  const api = fake.platform.transport;
  const list = openWatchList({ file: join(folder, 'watch.json'), api, onChange: changed.resolve, onUnsaved });
  return { list, changed: changed.promise, fake, onUnsaved };
}

it('begins with popular pairs that the host offers', async () => {
  const { list, changed } = open();
  expect(list.list()).toEqual([]);
  expect(await changed).toEqual([
    { from: 'btc', to: 'usdttrc20' },
    { from: 'eth', to: 'usdttrc20' },
  ]);
});

it('keeps the order of the customer over a restart, each pair once', async () => {
  const [first, second] = [
    { from: 'eth', to: 'btc' },
    { from: 'btc', to: 'usdttrc20' },
  ];
  const { list, changed } = open();
  list.save([first, second, first]);
  expect(await changed).toEqual([first, second]);
  const again = open();
  expect([again.list.list(), again.fake.calls]).toEqual([[first, second], []]);
});

it('stays empty when the customer emptied it', () => {
  open().list.save([]);
  expect(open().fake.calls).toEqual([]);
});

it('reports a list that could not be stored, and uses it until the end', () => {
  folder = join(folder, 'missing');
  const { list, onUnsaved } = open();
  list.save([{ from: 'eth', to: 'btc' }]);
  expect(onUnsaved).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'ENOENT' }));
  expect(list.list()).toEqual([{ from: 'eth', to: 'btc' }]);
});

it('reads no more pairs than a window can show', () => {
  const pairs = Array.from({ length: 5_000 }, (_, index) => ({ from: `c${index}`, to: 'btc' }));
  writeFileSync(join(folder, 'watch.json'), JSON.stringify(pairs));
  expect(open().list.list()).toEqual(pairs.slice(0, 50));
});
