import { request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import type { CallName } from '../../../contract/api/index.ts';
import { IDEMPOTENCY_KEY_HEADER } from '../../../contract/api/orders.ts';
import { callOf, serveLocally } from '../../support/serveLocally.ts';

export interface PassedCall {
  idempotencyKey: string | undefined;
  /** The host's answer, also if it was lost on the way back */
  answer: string;
}

/** An address in front of a host, where a test decides what gets through. */
export interface ControlledHost {
  url: string;
  /** The answers to this call get lost from now on; null: no more. */
  lose(name: CallName | null): void;
  /** Resolves to the calls that the host has answered, when there are `count` of them. */
  passed(name: CallName, count: number): Promise<PassedCall[]>;
  /** The network between app and host is cut, or back. */
  setDown(isDown: boolean): void;
  close(): Promise<void>;
}

export async function startControlledHost(target: string): Promise<ControlledHost> {
  const { hostname, port } = new URL(target);
  const passed = new Map<CallName | undefined, PassedCall[]>();
  const waiting = new Set<() => void>();
  let lost: CallName | null = null;
  let isDown = false;

  const forward = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const name = callOf(incoming);
    const { method, url, headers } = incoming;
    const onward = send({ hostname, port, method, path: url, headers: { ...headers, host: `${hostname}:${port}` } }, (answer) => {
      void readAll(answer).then((body) => {
        const key = headers[IDEMPOTENCY_KEY_HEADER];
        const call = { idempotencyKey: typeof key === 'string' ? key : undefined, answer: body.toString() };
        passed.set(name, [...(passed.get(name) ?? []), call]);
        for (const check of waiting) check();
        if (name === lost) return;
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers).end(body);
      });
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  };

  const { server, url: ownUrl, cut, close } = await serveLocally(forward);
  server.on('connection', (socket) => {
    if (isDown) socket.destroy();
  });
  server.on('upgrade', ({ url, headers }: IncomingMessage, socket: Duplex) => {
    const onward = connect(Number(port), hostname, () => {
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
      onward.write(`GET ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
    socket.on('close', () => onward.destroy());
  });
  return {
    url: ownUrl,
    lose: (name) => (lost = name),
    passed: (name, count) =>
      new Promise((resolve) => {
        const check = (): void => {
          const calls = passed.get(name) ?? [];
          if (calls.length < count) return;
          waiting.delete(check);
          resolve(calls);
        };
        waiting.add(check);
        check();
      }),
    setDown: (down) => {
      isDown = down;
      if (down) cut();
    },
    close,
  };
}

async function readAll(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
