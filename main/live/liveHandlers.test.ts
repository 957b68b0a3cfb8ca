import { EventEmitter } from 'node:events';
import type { WebContents } from 'electron';
import { expect, it } from 'vitest';
import type { LiveEvent } from '../../contract/ipc.ts';
import { createFakeLive } from '../../tests/support/browser/fakeLive.ts';
import { liveHandlers } from './liveHandlers.ts';

function setUp() {
  const { live, sockets } = createFakeLive();
  const sent: [number, LiveEvent][] = [];
  const handlers = liveHandlers({ live, send: ({ id }, event) => sent.push([id, event]) });
  const windowOf = (id: number) => Object.assign(new EventEmitter(), { id }) as unknown as WebContents;
  return { sockets, sent, handlers, first: windowOf(1), second: windowOf(2) };
}

it('carries each connection of a window to that window alone', async () => {
  const { sockets, sent, handlers, first, second } = setUp();
  await handlers['live.open']({ connection: 1 }, first);
  await handlers['live.open']({ connection: 1 }, second);
  await handlers['live.send']({ connection: 1, text: '{"event":"x"}' }, second);
  sockets[0]?.open();
  sockets[1]?.say('hello');
  sockets[0]?.drop();
  expect(sockets.map(({ sent: texts }) => texts)).toEqual([[], [{ event: 'x' }]]);
  expect(sent).toEqual([
    [1, { connection: 1, kind: 'open' }],
    [2, { connection: 1, kind: 'message', text: 'hello' }],
    [1, { connection: 1, kind: 'closed' }],
  ]);
});

it.each(['destroyed', 'did-navigate', 'render-process-gone'])('closes the connections of a window after %s', async (event) => {
  const { sockets, sent, handlers, first, second } = setUp();
  await handlers['live.open']({ connection: 1 }, first);
  await handlers['live.open']({ connection: 2 }, first);
  await handlers['live.open']({ connection: 1 }, second);
  (first as unknown as EventEmitter).emit(event);
  expect(sockets.map(({ isClosed }) => isClosed)).toEqual([true, true, false]);
  sockets[0]?.say('late');
  expect(sent).toEqual([]);
});

it('closes a connection once', async () => {
  const { sockets, sent, handlers, first } = setUp();
  await handlers['live.open']({ connection: 1 }, first);
  await handlers['live.close']({ connection: 1 }, first);
  await handlers['live.send']({ connection: 1, text: '{}' }, first);
  sockets[0]?.drop();
  expect([sockets[0]?.isClosed, sockets[0]?.sent, sent]).toEqual([true, [], []]);
});
