import { EventEmitter } from 'node:events';
import type { Readable, Writable } from 'node:stream';
// playwright does not export its types of the protocol.
import type { Protocol } from '../../../../node_modules/playwright-core/types/protocol.d.ts';

export type { Protocol };

type Commands = Protocol.CommandParameters;
type Answers = Protocol.CommandReturnValues;
type Events = Protocol.Events;

interface Message {
  id?: number;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { message: string };
  sessionId?: string;
}

interface Waiting {
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
}

/** A session of the Chrome DevTools Protocol: with the browser, or with one page. */
export class CdpSession {
  private readonly events = new EventEmitter();
  private readonly connection: CdpConnection;
  readonly id: string | undefined;

  constructor(connection: CdpConnection, id?: string) {
    this.connection = connection;
    this.id = id;
  }

  /** @throws Chromium's message if it refuses the command or if the session ends before the answer */
  send<Method extends keyof Commands>(method: Method, params?: Commands[Method]): Promise<Answers[Method]> {
    return this.connection.send(method, params, this.id) as Promise<Answers[Method]>;
  }

  on<Event extends keyof Events>(event: Event, listener: (params: Events[Event]) => void): void {
    this.events.on(event, listener);
  }

  /** Called by the connection. */
  receive(method: string, params: unknown): void {
    this.events.emit(method, params);
  }
}

/** The Chrome DevTools Protocol over Chromium's pipe: JSON messages that end with a zero byte. The pipe closes with this process. */
export class CdpConnection {
  readonly browser = new CdpSession(this);
  private readonly sessions = new Map<string, CdpSession>();
  private readonly waiting = new Map<number, Waiting>();
  private readonly output: Writable;
  private lastId = 0;
  private isClosed = false;

  constructor(output: Writable, input: Readable) {
    this.output = output;
    output.on('error', () => this.close());
    input.on('close', () => this.close());
    let received = '';
    input.setEncoding('utf8').on('data', (chunk: string) => {
      const messages = (received + chunk).split('\0');
      received = messages.pop() ?? '';
      for (const message of messages) this.receive(JSON.parse(message) as Message);
    });
  }

  send(method: string, params: unknown, sessionId: string | undefined): Promise<unknown> {
    if (this.isClosed) return Promise.reject(new Error(`${method}: Chromium has ended`));
    this.lastId += 1;
    const id = this.lastId;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject: (error) => reject(new Error(`${method}: ${error.message}`)) });
      this.output.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  /** Returns the session with this id, which Chromium named in `Target.attachedToTarget`. */
  session(id: string): CdpSession {
    const session = this.sessions.get(id) ?? new CdpSession(this, id);
    this.sessions.set(id, session);
    return session;
  }

  private receive({ id, method, params, result, error, sessionId }: Message): void {
    if (id !== undefined) {
      const waiting = this.waiting.get(id);
      this.waiting.delete(id);
      if (error) waiting?.reject(new Error(error.message));
      else waiting?.resolve(result);
    } else if (method !== undefined) {
      (sessionId === undefined ? this.browser : this.session(sessionId)).receive(method, params);
    }
  }

  private close(): void {
    this.isClosed = true;
    for (const { reject } of this.waiting.values()) reject(new Error('Chromium has ended'));
    this.waiting.clear();
  }
}

/** Waits for a command whose failure means only that the page or the browser has gone. */
export async function unlessGone(command: Promise<unknown>): Promise<void> {
  await command.catch(() => undefined);
}
