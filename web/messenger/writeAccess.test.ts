import { expect, it } from 'vitest';
import { createFakePlatform } from '../../tests/support/browser/fakePlatform.ts';
import type { MessengerClient } from './client.ts';
import { askAfterOrder } from './writeAccess.ts';

const ORDER = {} as never;

function open({ mayWrite = false, isOld = false } = {}) {
  const asked: string[] = [];
  const client = { has: () => !isOld, post: (name: string) => asked.push(name) } as unknown as MessengerClient;
  const { platform, answers } = createFakePlatform({ 'orders.create': () => ORDER, 'orders.publicInfo': () => ORDER });
  const { storage } = platform;
  return { asked, answers, transport: askAfterOrder(platform.transport, { client, storage, mayWrite }) };
}

it('asks whether the bot may write after the first order, once', async () => {
  const { asked, answers, transport } = open();
  await transport.call('orders.publicInfo', ORDER);
  answers['orders.create'] = () => {
    throw new Error('refused');
  };
  await expect(transport.call('orders.create', ORDER)).rejects.toThrow('refused');
  expect(asked).toEqual([]);
  answers['orders.create'] = () => ORDER;
  await transport.call('orders.create', ORDER);
  await transport.call('orders.create', ORDER);
  expect(asked).toEqual(['web_app_request_write_access']);
});

it('asks nobody who lets it write already, and no messenger that can’t ask', async () => {
  for (const { asked, transport } of [open({ mayWrite: true }), open({ isOld: true })]) {
    await transport.call('orders.create', ORDER);
    expect(asked).toEqual([]);
  }
});
