import { connect, type Socket } from 'node:net';
import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { LIVE_PATH, type LiveMessage } from '../../contract/live.ts';
import { LIVE_LIMITS } from '../../server/live/connection.ts';
import { startWebHost } from '../support/browser/webHost.ts';
import { startFaultHost } from './faultHost.ts';
import { open as openConnection } from './rawSocket.ts';

let origins: { api: string; web: string };
let stops: (() => Promise<void>)[];
const sockets: (WebSocket | Socket)[] = [];

beforeAll(async () => {
  const host = await startFaultHost();
  const api = await host.app.listen({ host: '127.0.0.1', port: 0 });
  const site = await startWebHost({ apiUrl: api, log: pino({ level: 'silent' }) });
  origins = { api, web: await site.host.listen({ host: '127.0.0.1', port: 0 }) };
  stops = [() => site.close(), () => host.stop()];
});
afterEach(() => {
  for (const socket of sockets.splice(0)) {
    if (socket instanceof WebSocket) socket.terminate();
    else socket.destroy();
  }
});
afterAll(async () => {
  for (const stop of stops) await stop();
});

const subscribe = (subscriptionId: string, amount = '0.05') =>
  JSON.stringify({
    event: 'pairs.rates',
    data: {
      instrumentFromSlug: 'btc',
      instrumentToSlug: 'eth',
      rateMode: 'FLOATING',
      claimedDepositAmount: amount,
      subscriptionId,
    },
  });

async function openSocket(origin: string) {
  const socket = new WebSocket(origin.replace('http', 'ws') + LIVE_PATH);
  sockets.push(socket);
  const messages: LiveMessage[] = [];
  socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString('utf8')) as LiveMessage));
  socket.on('error', () => undefined);
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve());
    socket.once('error', reject);
  });
  return { socket, messages, closed };
}

/** An open live connection on which any bytes can be said; nobody answers pings on it. */
async function openRaw(origin: string): Promise<Socket> {
  const { hostname, port, host } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port) });
  sockets.push(socket);
  socket.on('error', () => undefined);
  socket.write(handshakeTo(host));
  const first = await new Promise<Buffer>((resolve) => socket.once('data', resolve));
  expect(first.toString('latin1')).toContain('101 Switching Protocols');
  return socket;
}

function handshakeTo(host: string): string {
  return (
    `GET ${LIVE_PATH} HTTP/1.1\r\nhost: ${host}\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n` +
    `sec-websocket-key: ${randomBytes(16).toString('base64')}\r\n\r\n`
  );
}

/** Returns a client frame with any payload, masked with zeros. */
function frame(first: number, payload: Buffer, declared = payload.length): Buffer {
  const length = declared < 126 ? Buffer.from([0x80 | declared]) : Buffer.from([0x80 | 127, ...uint64(declared)]);
  return Buffer.concat([Buffer.from([first]), length, Buffer.alloc(4), payload]);
}

function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}

const closedBy = (socket: Socket) => new Promise<boolean>((resolve) => socket.once('close', () => resolve(true)));
const works = async (origin: string) => {
  const { socket, messages } = await openSocket(origin);
  socket.send(subscribe('works'));
  await expect.poll(() => messages[0]?.event).toBe('pairs.rates');
};

describe.each(['api', 'web'] as const)('the live connection to the %s host', (name) => {
  it.each([
    ['a message of a megabyte', () => frame(0x81, Buffer.alloc(1_000_000, 'x'))],
    ['a message that says it has 2⁵² bytes', () => frame(0x81, Buffer.from('x'), 2 ** 52)],
    ['text that is no text', () => frame(0x81, Buffer.from([0xff, 0xfe, 0x80]))],
    ['a frame without a mask', () => Buffer.from([0x81, 0x01, 0x78])],
    ['a frame with bits that mean nothing', () => frame(0xf1, Buffer.from('x'))],
    ['a kind of frame that nobody knows', () => frame(0x83, Buffer.from('x'))],
    ['a continuation of nothing', () => frame(0x80, Buffer.from('x'))],
    ['a ping that is too large', () => frame(0x89, Buffer.alloc(200))],
    [
      'a message in endless pieces',
      () => Buffer.concat([frame(0x01, Buffer.from('x')), ...Array.from({ length: 50 }, () => frame(0x00, Buffer.from('x')))]),
    ],
    ['HTTP where frames belong', () => Buffer.from('GET / HTTP/1.1\r\nhost: x\r\n\r\n')],
  ])('ends on %s', async (_what, bytes) => {
    const socket = await openRaw(origins[name]);
    socket.resume();
    const closed = closedBy(socket);
    socket.write(bytes());
    expect(await closed).toBe(true);
    await works(origins[name]);
  });

  it('ends on a flood of messages, and on a flood of pings', async () => {
    const talker = await openSocket(origins[name]);
    for (let count = 0; count < 1_000; count += 1) talker.socket.send(subscribe(`s${count}`));
    expect(await talker.closed).toBe(1008);
    const pinger = await openSocket(origins[name]);
    for (let count = 0; count < 1_000; count += 1) pinger.socket.ping();
    expect(await pinger.closed).toBe(1008);
    await works(origins[name]);
  });

  it('gives a connection so many subscriptions and no more', async () => {
    const { socket, messages } = await openSocket(origins[name]);
    const { subscriptionsPerConnection } = LIVE_LIMITS;
    for (let count = 0; count < subscriptionsPerConnection + 10; count += 1)
      socket.send(subscribe(`s${count}`, `0.0${count + 100}`));
    await expect.poll(() => messages.filter(({ event }) => event === 'error').length).toBe(10);
    expect(messages.filter(({ event }) => event === 'error')[0]).toMatchObject({ data: { code: 'ERR_TOO_MANY_REQUESTS' } });
  });

  it('survives a connection that is cut in the middle of a frame', async () => {
    const socket = await openRaw(origins[name]);
    await new Promise<void>((resolve) =>
      socket.write(frame(0x81, Buffer.from(subscribe('cut'))).subarray(0, 20), () => resolve()),
    );
    socket.resetAndDestroy();
    await works(origins[name]);
  });

  it('refuses a handshake that is none', async () => {
    for (const headers of ['sec-websocket-version: 99\r\nsec-websocket-key: x\r\n', 'sec-websocket-version: 13\r\n', '']) {
      const { hostname, port } = new URL(origins[name]);
      const socket = connect({ host: hostname, port: Number(port) });
      sockets.push(socket);
      socket.write(`GET ${LIVE_PATH} HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n${headers}\r\n`);
      const answer = await new Promise<Buffer>((resolve) => socket.once('data', resolve));
      expect(answer.toString('latin1')).toMatch(/^HTTP\/1\.1 4\d\d/);
    }
  });

  it('keeps no refused connection that its client keeps half open', async () => {
    for (let count = 0; count < LIVE_LIMITS.connectionsPerAddress; count += 1) await openRaw(origins[name]);
    const { socket, ended } = openConnection(origins[name], { allowHalfOpen: true });
    sockets.push(socket);
    socket.write(handshakeTo('x'));
    const talking = setInterval(() => socket.writable && socket.write('still here'), 50);
    socket.once('close', () => clearInterval(talking));
    expect(await ended).toMatch(/^HTTP\/1\.1 429 [^]*retry-after: 10\r\n[^]*"code":"ERR_TOO_MANY_REQUESTS"/i);
  });
});
