import { once } from 'node:events';
import type { createConnection, Socket } from 'node:net';
import { connect as connectSecure, getCACertificates } from 'node:tls';
import { WebSocket, type RawData } from 'ws';
import type { LiveTransport } from '../../contract/platform.ts';
import { openTunnel, parseProxies } from '../network/proxyTunnel.ts';

/** Longer than any message of a host. A larger one ends the connection. */
const MAX_MESSAGE_BYTES = 1_000_000;
const HANDSHAKE_MS = 10_000;
/** A connection without traffic is asked for a sign of life after this time in ms, and is dead after twice this time. */
const QUIET_MS = 10_000;

interface LiveOptions {
  /** Returns the proxies of the system for an address, as Chromium writes them. Absent: there are none. */
  resolveProxy?: (url: string) => Promise<string>;
  quietMs?: number;
}

/** Creates live connections over `ws`. `url` is "wss://exchange.example.org/api/v2/ws". */
export function createWebSocketLive(url: string, { resolveProxy, quietMs = QUIET_MS }: LiveOptions = {}): LiveTransport {
  return {
    connect: ({ onOpen, onMessage, onClose }) => {
      const socket = new WebSocket(url, {
        handshakeTimeout: HANDSHAKE_MS,
        maxPayload: MAX_MESSAGE_BYTES,
        perMessageDeflate: false,
        followRedirects: false,
        ...(resolveProxy && { createConnection: connectThrough(url, resolveProxy) }),
      });
      let isAlive = true;
      // A connection that a sleeping computer or a lost network cut never reports its end.
      const timer = setInterval(() => {
        if (!isAlive) return socket.terminate();
        isAlive = false;
        if (socket.readyState === WebSocket.OPEN) socket.ping();
      }, quietMs);
      socket.on('open', () => {
        isAlive = true;
        onOpen();
      });
      socket.on('pong', () => (isAlive = true));
      socket.on('message', (data: RawData) => {
        isAlive = true;
        onMessage(Buffer.isBuffer(data) ? data.toString('utf8') : '');
      });
      // `close` follows every error.
      socket.on('error', () => undefined);
      socket.on('close', () => {
        clearInterval(timer);
        onClose();
      });
      return {
        send: (text) => {
          if (socket.readyState === WebSocket.OPEN) socket.send(text);
        },
        close: () => (socket.readyState === WebSocket.CONNECTING ? socket.terminate() : socket.close()),
      };
    },
  };
}

/** Returns the function with which `ws` opens the connection: through the system's proxy, and with the system's certificates. */
function connectThrough(url: string, resolveProxy: (url: string) => Promise<string>): typeof createConnection {
  const { protocol, hostname, port } = new URL(url);
  const isSecure = protocol === 'wss:';
  const target = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (isSecure ? 443 : 80) };
  const open = async (): Promise<Socket> => {
    // Rules for proxies name http and https, not ws and wss.
    const proxy = parseProxies(await resolveProxy(url.replace(/^ws/, 'http')));
    const socket = await openTunnel(proxy, target);
    if (!isSecure) return socket;
    const secure = connectSecure({ socket, servername: target.host, ca: trustedCertificates() });
    await once(secure, 'secureConnect');
    return secure;
  };
  // Node calls it with a callback, which the types of `ws` don't name.
  const connect = async (_options: unknown, done: (error: Error | null, socket?: Socket) => void): Promise<void> => {
    try {
      done(null, await open());
    } catch (error) {
      done(error instanceof Error ? error : new Error('no connection'));
    }
  };
  return ((...call: Parameters<typeof connect>) => void connect(...call)) as unknown as typeof createConnection;
}

/** Those of Node and of the system, where a company or a self-hosted exchange installs its own. */
const trustedCertificates = (): string[] => [...getCACertificates('default'), ...getCACertificates('system')];
