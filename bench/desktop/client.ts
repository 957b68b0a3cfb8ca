import { EventEmitter, once } from 'node:events';
import axios from 'axios';
import type { WebContents } from 'electron';
import { WebSocket } from 'ws';
import { parseAnswer } from '../../contract/client/parseAnswer.ts';
import { LIVE_PATH } from '../../contract/live.ts';
import { watchedRateInput } from '../../contract/desktop/watchedRate.ts';
import { apiRoutes } from '../../contract/api/index.ts';
import { liveHandlers } from '../../main/live/liveHandlers.ts';
import { createLiveHub } from '../../main/live/liveHub.ts';
import { createWebSocketLive } from '../../main/live/webSocketLive.ts';
import { createApi } from '../../main/session/api.ts';
import { apiHandlers } from '../../main/session/apiHandlers.ts';
import { createVault } from '../../main/session/vault.ts';
import { inTurn } from '../measure.ts';

/** What the process prints: processor times of one message and one call, in µs, and the heap after a collection, in bytes. */
export interface DesktopResult {
  message: Awaited<ReturnType<typeof inTurn>>;
  call: Awaited<ReturnType<typeof inTurn>>;
  heap: { before: number; after: number };
}

/** A separate process, with `--expose-gc`: the services of the main process, with a counter in place of the window. */
const origin = process.argv[2] ?? '';
const SUBSCRIPTIONS = 500;
const ROUNDS = 5;
const MESSAGES = 100_000;
const CALLS = 1_000;
const collect = (globalThis as { gc?: () => void }).gc ?? (() => undefined);

/** What reached the window: characters and messages. */
const counter = { messages: 0, characters: 0, onCount: () => undefined as void };
const count = (text: string): void => {
  counter.characters += text.length;
  counter.messages += 1;
  counter.onCount();
};

/** Resolves when `work` has delivered so many messages. Returns the processor time of one, in µs. */
async function perMessage(messages: number): Promise<number> {
  const arrived = Promise.withResolvers<void>();
  const end = counter.messages + messages;
  counter.onCount = () => counter.messages === end && arrived.resolve();
  const before = process.cpuUsage();
  await Promise.all([fetch(`${origin}/send?count=${messages}`), arrived.promise]);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / messages;
}

const subscribe = (send: (text: string) => void): void => {
  for (let index = 0; index < SUBSCRIPTIONS; index += 1) {
    const data = { ...watchedRateInput({ from: `coin${index}`, to: 'usdttrc20' }), subscriptionId: `rate-${index}` };
    send(JSON.stringify({ event: 'pairs.rates', data }));
  }
};
const liveUrl = origin.replace('http', 'ws') + LIVE_PATH;
const window = Object.assign(new EventEmitter(), { id: 1 }) as unknown as WebContents;

/** Our way: hub and handlers. Returns the function that disconnects. */
async function connectOurs(): Promise<() => void> {
  const opened = Promise.withResolvers<void>();
  const handlers = liveHandlers({
    live: createLiveHub(createWebSocketLive(liveUrl)),
    send: (_window, event) => {
      if (event.kind === 'message') count(event.text);
      else if (event.kind === 'open') opened.resolve();
    },
  });
  await handlers['live.open']({ connection: 1 }, window);
  await opened.promise;
  subscribe((text) => void handlers['live.send']({ connection: 1, text }, window));
  return () => void handlers['live.close']({ connection: 1 }, window);
}

async function connectBare(): Promise<() => void> {
  const socket = new WebSocket(liveUrl, { perMessageDeflate: false });
  socket.on('message', (data: Buffer) => {
    count(JSON.stringify(parseAnswer(data.toString())));
  });
  await once(socket, 'open');
  subscribe((text) => socket.send(text));
  return () => socket.close();
}

async function measureMessages(connect: () => Promise<() => void>): Promise<number> {
  const disconnect = await connect();
  const cost = await perMessage(MESSAGES);
  disconnect();
  await new Promise((resolve) => setTimeout(resolve, 50));
  return cost;
}

function heap(): number {
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}

const input = watchedRateInput({ from: 'btc', to: 'usdttrc20' });
const vault = createVault({ host: 'bench', load: () => Promise.reject(new Error('no keychain')) });
const nothing = (): void => undefined;
const calls = apiHandlers(createApi({ apiUrl: origin, vault, fetch, onRenewed: nothing, onSession: nothing }));
const bare = axios.create({ baseURL: origin, responseType: 'text', transformResponse: (text: unknown) => text });

const callOurs = async (call: number): Promise<unknown> => await calls['api.call']({ call, name: 'rates.one', input }, window);
const callBare = async (): Promise<unknown> => {
  const { path, timeoutMs } = apiRoutes['rates.one'];
  const { data } = await bare.get<string>(path, { params: input, timeout: timeoutMs });
  return { ok: true, value: JSON.parse(data) as unknown };
};
async function perCall(call: (number: number) => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let number = 0; number < CALLS; number += 1) await call(number);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / CALLS;
}

/** Measures both in turn, after a round that warms up. */
async function afterWarmUp(ours: () => Promise<number>, floor: () => Promise<number>): ReturnType<typeof inTurn> {
  await inTurn(1, ours, floor);
  return await inTurn(ROUNDS, ours, floor);
}

const message = await afterWarmUp(
  () => measureMessages(connectOurs),
  () => measureMessages(connectBare),
);
const call = await afterWarmUp(
  () => perCall(callOurs),
  () => perCall(callBare),
);
const disconnect = await connectOurs();
await perMessage(MESSAGES);
const before = heap();
for (let round = 0; round < ROUNDS; round += 1) await perMessage(MESSAGES);
const after = heap();
disconnect();
console.log(JSON.stringify({ message, call, heap: { before, after } } satisfies DesktopResult));
process.exit(0);
