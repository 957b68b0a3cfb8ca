import { expect, test } from 'vitest';
import { orderPath, readPass, tokenOfFragment, writePassFile } from './orderPass.ts';

const pass = { orderId: '7F3KQ9VD21XMb0sW4nTzyA', destinationAddress: 'bitcoincash:qp0a&b=c', token: 'T-_'.padEnd(43, 'x') };
const link = `https://causeway.example/ru${orderPath(pass)}`;
const texts = { about: 'What it is', exchange: '0.05 BTC → USDT', createdAt: '2026-11-20T14:02:00.000Z', link };

test('puts the secret only into the fragment', () => {
  const url = new URL(link);
  expect(url.hash).toBe(`#pass=${pass.token}`);
  expect(url.href.replace(url.hash, '')).not.toContain(pass.token);
  expect(url.searchParams.get('destinationAddress')).toBe(pass.destinationAddress);
  expect(orderPath({ orderId: pass.orderId, destinationAddress: 'a' })).toBe(`/order/${pass.orderId}?destinationAddress=a`);
});

test.each([
  ['the file', writePassFile(pass, texts)],
  ['the link', ` ${link}\n`],
  ['the link without its host', orderPath(pass)],
])('reads %s', (_what, text) => {
  expect(readPass(text)).toEqual(pass);
});

test('writes a readable file', () => {
  expect(Object.keys(JSON.parse(writePassFile(pass, texts)) as object).slice(0, 4)).toEqual([
    'about',
    'exchange',
    'createdAt',
    'link',
  ]);
});

test.each([
  ['nothing', ''],
  ['a sentence', 'Hello there'],
  ['a link without its pass', link.replace(/#.*/, '')],
  ['a link with half a pass', link.slice(0, -1)],
  ['a link without an address', link.replace(/\?.*#/, '#')],
  ['another file', '{"kind":"orders","version":1}'],
  ['a truncated file', writePassFile(pass, texts).slice(0, -9)],
  ['a file with another secret', writePassFile({ ...pass, token: 'short' }, texts)],
  ['a file with a number for an id', writePassFile(pass, texts).replace(`"orderId": "${pass.orderId}"`, '"orderId": 5')],
  ['a file with an address of two lines', writePassFile({ ...pass, destinationAddress: 'a\nb' }, texts)],
  ['a very long text', `${link}${' x'.repeat(20_000)}`],
])('rejects %s', (_what, text) => {
  expect(readPass(text)).toBeNull();
});

test('rejects an incomplete fragment', () => {
  expect(tokenOfFragment(`#pass=${pass.token}`)).toBe(pass.token);
  for (const other of ['', '#', '#how', '#pass=', `#pass=${pass.token}x`, `#PASS=${pass.token}`])
    expect(tokenOfFragment(other)).toBeNull();
});
