import { once } from 'node:events';
import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectSecure } from 'node:tls';

interface Address {
  host: string;
  port: number;
}

/** One entry of a proxy list. HTTPS: the connection to the proxy itself is encrypted. */
interface Proxy extends Address {
  kind: 'DIRECT' | 'PROXY' | 'HTTPS' | 'SOCKS5';
}

/** How long a proxy may take to open a tunnel, in ms. */
const TUNNEL_MS = 10_000;
/** The answer of an HTTP proxy has at most this length. */
const MAX_HEAD_BYTES = 16_384;
const DIRECT: Proxy = { kind: 'DIRECT', host: '', port: 0 };
const DEFAULT_PORTS = { DIRECT: 0, PROXY: 80, HTTPS: 443, SOCKS5: 1080 } as const;

/** Returns the first usable entry of what Chromium resolves: "PROXY proxy.example:3128; SOCKS5 127.0.0.1:9050; DIRECT". */
export function parseProxies(text: string): Proxy {
  for (const entry of text.split(';')) {
    const [kind = '', address = ''] = entry.trim().split(/\s+/);
    if (kind === 'DIRECT') return DIRECT;
    const known = ({ PROXY: 'PROXY', HTTPS: 'HTTPS', SOCKS5: 'SOCKS5', SOCKS: 'SOCKS5' } as const)[kind];
    const url = URL.parse(`tcp://${address}`);
    if (known && url?.hostname) return { kind: known, host: bare(url.hostname), port: Number(url.port) || DEFAULT_PORTS[known] };
  }
  return DIRECT;
}

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

/** Opens a connection to the target, through the proxy. The proxy looks up the target's name, so it also reaches onion services. */
export async function openTunnel(proxy: Proxy, target: Address): Promise<Socket> {
  const { kind } = proxy;
  const socket =
    kind === 'DIRECT'
      ? connectPlain(target)
      : kind === 'HTTPS'
        ? connectSecure({ host: proxy.host, port: proxy.port, servername: proxy.host })
        : connectPlain({ host: proxy.host, port: proxy.port });
  const signal = AbortSignal.timeout(TUNNEL_MS);
  try {
    await once(socket, kind === 'HTTPS' ? 'secureConnect' : 'connect', { signal });
    if (kind === 'SOCKS5') await askSocks(socket, target, signal);
    else if (kind !== 'DIRECT') await askHttp(socket, target, signal);
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** CONNECT (RFC 9110, section 9.3.6) */
async function askHttp(socket: Socket, { host, port }: Address, signal: AbortSignal): Promise<void> {
  const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`);
  let head = '';
  while (!head.includes('\r\n\r\n')) {
    if (head.length > MAX_HEAD_BYTES) throw new Error('The proxy did not answer CONNECT.');
    // One byte at a time, so that what follows the head stays in the stream. It is read once for each connection.
    head += (await readBytes(socket, 1, signal)).toString('latin1');
  }
  if (!/^HTTP\/1\.[01] 2\d\d/.test(head)) throw new Error(`The proxy refused the connection: ${head.split('\r\n', 1)[0]}`);
}

/** SOCKS 5 (RFC 1928), without authentication and with the target's name */
async function askSocks(socket: Socket, { host, port }: Address, signal: AbortSignal): Promise<void> {
  socket.write(Buffer.from([5, 1, 0]));
  const [, method] = await readBytes(socket, 2, signal);
  if (method !== 0) throw new Error('The SOCKS proxy asks for a password.');
  const name = Buffer.from(host, 'latin1');
  socket.write(Buffer.concat([Buffer.from([5, 1, 0, 3, name.length]), name, Buffer.from([port >> 8, port & 255])]));
  const [, status, , kind] = await readBytes(socket, 4, signal);
  if (status !== 0) throw new Error(`The SOCKS proxy refused the connection: ${status}`);
  const length = kind === 1 ? 4 : kind === 4 ? 16 : ((await readBytes(socket, 1, signal))[0] ?? 0);
  await readBytes(socket, length + 2, signal);
}

/** Reads exactly this number of bytes. What follows stays in the stream. */
async function readBytes(socket: Socket, count: number, signal: AbortSignal): Promise<Buffer> {
  for (;;) {
    const bytes = socket.read(count) as Buffer | null;
    if (bytes?.length === count) return bytes;
    if (bytes !== null || socket.readableEnded || socket.destroyed) throw new Error('The proxy closed the connection.');
    await Promise.race([once(socket, 'readable', { signal }), once(socket, 'end', { signal })]);
  }
}
