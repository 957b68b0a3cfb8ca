import { EventEmitter } from 'node:events';
import type { App } from 'electron';
import { expect, it, vi } from 'vitest';
import { collectRequests } from './incoming.ts';

function setUp(...commandLine: string[]) {
  const app = new EventEmitter();
  const opener = { open: vi.fn(() => Promise.resolve()), openFirst: vi.fn(() => Promise.resolve()) };
  const incoming = collectRequests(app as unknown as App, ['/opt/causeway', ...commandLine], '/home/anna');
  return { app, opener, incoming };
}
const event = { preventDefault: vi.fn() };

it('hands over the arguments of this start and what the system sent before the app was ready', async () => {
  const { app, opener, incoming } = setUp('causeway://home', 'a.orderpass');
  app.emit('open-url', event, 'causeway://order___abc');
  app.emit('open-file', event, '/tmp/b.orderpass');
  await incoming.handOver(opener);
  expect(opener.openFirst).toHaveBeenCalledExactlyOnceWith({
    links: ['causeway://home', 'causeway://order___abc'],
    files: ['/home/anna/a.orderpass', '/tmp/b.orderpass'],
  });
  expect(opener.open).not.toHaveBeenCalled();
});

it('opens what a second start asks for, relative to its own folder', async () => {
  const { app, opener, incoming } = setUp();
  await incoming.handOver(opener);
  app.emit('second-instance', event, ['/opt/causeway', 'b.orderpass'], '/tmp');
  app.emit('second-instance', event, ['/opt/causeway'], '/tmp');
  app.emit('open-url', event, 'causeway://home');
  expect(opener.open.mock.calls).toEqual([
    [{ links: [], files: ['/tmp/b.orderpass'] }],
    [{ links: [], files: [] }],
    [{ links: ['causeway://home'], files: [] }],
  ]);
});
