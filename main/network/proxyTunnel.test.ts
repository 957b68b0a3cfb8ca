import { once } from 'node:events';
import { createServer as createHttp } from 'node:http';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { createWebSocketLive } from '../live/webSocketLive.ts';
import { openTunnel, parseProxies } from './proxyTunnel.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0).toReversed()) close();
});

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** A host that greets each live connection. Only the proxies know its name. */
async function startHost(): Promise<number> {
  const server = createHttp();
  new WebSocketServer({ server }).on('connection', (socket) => socket.send('hello'));
  return await listen(server);
}

async function startHttpProxy(asked: string[], isRefusing = false): Promise<string> {
  const proxy = createHttp();
  proxy.on('connect', ({ url = '' }: { url?: string }, socket: Socket) => {
    asked.push(url);
    if (isRefusing) return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    const onward = connect(Number(url.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
  });
  return `PROXY 127.0.0.1:${await listen(proxy)}`;
}

/** RFC 1928, with the address of the answer as a name or as IPv4 */
async function startSocksProxy(asked: string[], answer = [5, 0, 0, 1, 127, 0, 0, 1, 0, 0]): Promise<string> {
  const proxy = createServer((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.from([5, 0]));
      socket.once('data', (request) => {
        const length = request[4] ?? 0;
        const port = request.readUInt16BE(5 + length);
        asked.push(`${request.subarray(5, 5 + length).toString()}:${port}`);
        const onward = connect(port, '127.0.0.1', () => {
          socket.write(Buffer.from(answer));
          onward.pipe(socket).pipe(onward);
        });
      });
    });
  });
  return `SOCKS5 127.0.0.1:${await listen(proxy)}`;
}

/** Resolves to the first message of a live connection. */
async function firstMessage(port: number, proxies: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const live = createWebSocketLive(`ws://exchange.invalid:${port}/live`, { resolveProxy: () => Promise.resolve(proxies) });
  const connection = live.connect({
    onOpen: () => undefined,
    onMessage: resolve,
    onClose: () => reject(new Error('closed')),
  });
  closers.push(() => connection.close());
  return await promise;
}

it.each([
  ['an HTTP proxy', startHttpProxy],
  ['a SOCKS proxy', (asked: string[]) => startSocksProxy(asked)],
  ['a SOCKS proxy that answers with a name', (asked: string[]) => startSocksProxy(asked, [5, 0, 0, 3, 2, 97, 98, 0, 0])],
])('carries a live connection over %s, which looks up the name of the host', async (_name, start) => {
  const asked: string[] = [];
  const port = await startHost();
  expect(await firstMessage(port, await start(asked))).toBe('hello');
  expect(asked).toEqual([`exchange.invalid:${port}`]);
});

it('reports a proxy that refuses, as a lost connection', async () => {
  const port = await startHost();
  const proxies = await startHttpProxy([], true);
  await expect(firstMessage(port, proxies)).rejects.toThrow('closed');
  const target = { host: 'exchange.invalid', port };
  await expect(openTunnel(parseProxies(proxies), target)).rejects.toThrow('refused the connection: HTTP/1.1 407');
  const refusing = await startSocksProxy([], [5, 2, 0, 1, 0, 0, 0, 0, 0, 0]);
  await expect(openTunnel(parseProxies(refusing), target)).rejects.toThrow('refused the connection: 2');
});

it.each([
  ['DIRECT', { kind: 'DIRECT', host: '', port: 0 }],
  ['', { kind: 'DIRECT', host: '', port: 0 }],
  ['PROXY proxy.example:3128; DIRECT', { kind: 'PROXY', host: 'proxy.example', port: 3128 }],
  ['PROXY proxy.example', { kind: 'PROXY', host: 'proxy.example', port: 80 }],
  ['HTTPS [2001:db8::1]:8443', { kind: 'HTTPS', host: '2001:db8::1', port: 8443 }],
  ['SOCKS4 old.example:1; SOCKS5 127.0.0.1:9050', { kind: 'SOCKS5', host: '127.0.0.1', port: 9050 }],
  ['SOCKS 127.0.0.1', { kind: 'SOCKS5', host: '127.0.0.1', port: 1080 }],
])('reads the proxies %j', (text, proxy) => {
  expect(parseProxies(text)).toEqual(proxy);
});
