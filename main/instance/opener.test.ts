import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../tests/support/temporaryFolder.ts';
import { silentLog } from '../logs/log.ts';
import { createOpener } from './opener.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
const fileWith = (name: string, content: string | Uint8Array): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

function setUp() {
  const windows = { show: vi.fn(), open: vi.fn(), send: vi.fn() };
  const handleLink = vi.fn((link: string) => link.startsWith('causeway://signed-in'));
  return { windows, handleLink, opener: createOpener({ windows, handleLink, log: silentLog }) };
}

it('shows the page of a link in the window in front', async () => {
  const { windows, opener } = setUp();
  await opener.open({ links: ['causeway://exchange___btc-usdttrc20'], files: [] });
  expect(windows.show).toHaveBeenCalledWith('/exchange-btc-usdttrc20');
});

it('shows a window when the app is started again', async () => {
  const { windows, opener } = setUp();
  await opener.open({ links: [], files: [] });
  expect(windows.show).toHaveBeenCalledWith(undefined);
});

it('opens a window for the page of the first start', async () => {
  const { windows, opener } = setUp();
  await opener.openFirst({ links: ['causeway://order___abc'], files: [] });
  expect(windows.open).toHaveBeenCalledWith('/order/abc');
});

it('leaves the answer of a sign-in to its handler', async () => {
  const { windows, handleLink, opener } = setUp();
  await opener.open({ links: ['causeway://signed-in?code=a&state=b'], files: [] });
  expect(handleLink).toHaveBeenCalledOnce();
  expect(windows.show).toHaveBeenCalledWith(undefined);
});

it('hands an order pass to the window', async () => {
  const { windows, opener } = setUp();
  await opener.open({ links: [], files: [fileWith('a.orderpass', '{"kind":"order-pass"}')] });
  expect(windows.send).toHaveBeenCalledWith('files.opened', { name: 'a.orderpass', text: '{"kind":"order-pass"}' });
});

it.each([
  ['a large file', () => fileWith('large.orderpass', 'x'.repeat(1_000_001))],
  ['a file that is no text', () => fileWith('binary.orderpass', Uint8Array.of(0xff, 0xfe))],
  ['a missing file', () => join(folder, 'missing.orderpass')],
  ['a folder', () => folder],
])('reads nothing of %s, so that the window says that it is no order pass', async (_what, file) => {
  const { windows, opener } = setUp();
  await opener.open({ links: [], files: [file()] });
  expect(windows.send.mock.calls).toEqual([['files.opened', { name: expect.any(String) as string, text: '' }]]);
});
