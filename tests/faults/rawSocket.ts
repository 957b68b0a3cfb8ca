import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export interface RawConnection {
  socket: Socket;
  /** Everything that came so far */
  received(): string;
  /** Resolves when the host ends the connection, to everything that came; null when it has not done so in time. */
  ended: Promise<string | null>;
  close(): void;
}

const PATIENCE_MS = 15_000;

/** A connection on which anything can be said. `origin` is "http://127.0.0.1:40001". */
export function open(origin: string, options: { allowHalfOpen?: boolean } = {}): RawConnection {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port), ...options });
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  // A host that refuses what is still being sent resets the connection.
  socket.on('error', () => socket.destroy());
  const ended = new Promise<string | null>((resolve) => {
    const timer = setTimeout(resolve, PATIENCE_MS, null);
    socket.once('close', () => {
      clearTimeout(timer);
      resolve(text);
    });
  });
  return { socket, received: () => text, ended, close: () => socket.destroy() };
}

/** Says something and gives back all that was answered until the host ended the connection. Throws when it does not. */
export async function say(origin: string, bytes: string | Buffer): Promise<RawAnswer[]> {
  const connection = open(origin);
  connection.socket.write(bytes);
  const text = await connection.ended;
  connection.close();
  if (text === null) throw new Error(`The connection stayed open after: ${connection.received().slice(0, 300) || 'nothing'}`);
  return readAnswers(text);
}

/** Takes apart answers that follow each other. Those without a length last to the end. */
export function readAnswers(text: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = text;
  while (rest !== '') {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) break;
    const [line = '', ...fields] = rest.slice(0, end).split('\r\n');
    const headers = Object.fromEntries(
      fields.map((field) => [field.slice(0, field.indexOf(':')).toLowerCase(), field.slice(field.indexOf(':') + 1).trim()]),
    );
    const after = rest.slice(end + 4);
    const { body, length } = readBody(headers, after);
    answers.push({ status: Number(line.split(' ')[1]), headers, body });
    rest = after.slice(length);
  }
  return answers;
}

function readBody(headers: Record<string, string>, text: string): { body: string; length: number } {
  if (headers['transfer-encoding'] !== 'chunked') {
    const length = Number(headers['content-length'] ?? text.length);
    return { body: text.slice(0, length), length };
  }
  let [body, at] = ['', 0];
  for (;;) {
    const line = text.indexOf('\r\n', at);
    const size = Number.parseInt(text.slice(at, line), 16);
    if (line < 0 || !(size > 0)) return { body, length: line < 0 ? text.length : line + 4 };
    body += text.slice(line + 2, line + 2 + size);
    at = line + 4 + size;
  }
}
