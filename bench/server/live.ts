import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Instrument } from '../../contract/schemas/instruments.ts';
import type { LiveRequest } from '../../contract/live.ts';
import { SOCKET_UPDATES_PER_SECOND } from '../../contract/limits.ts';
import { amount, roundToDecimal, type Decimal } from '../../contract/money.ts';
import type { Figure } from '../measure.ts';
import type { LiveResult, LiveTask } from './liveClients.ts';
import { startApi, startServer, type MeasuredServer } from './process.ts';

const CONNECTIONS = 5_000;
const SECONDS = 15;
const PAIRS = 50;
const AMOUNTS = 20;
/** A quarter of the prices moves in each step: all of them more often than a rate is pushed, also when a step comes late. */
const MARKET_STEP_MS = 40;
const FILES_NEEDED = 6_000;
/** The prices of stablecoins hardly change, and an unchanged rate is not sent. */
const STILL = new Set(['USDT', 'USDC', 'DAI', 'TUSD', 'FDUSD', 'BUSD', 'USDD', 'PYUSD', 'USDP', 'USDE', 'USD1']);

interface Run extends LiveResult {
  cores: number;
  megabytes: number;
}

/** Measures rates pushed to 5,000 connections by one process against bare `ws` sending the same bytes as often. */
export async function measureLive(): Promise<Figure[]> {
  const api = await startApi({ EMBEDDED_MARKET_STEP_MS: `${MARKET_STEP_MS}` });
  let ours: Run;
  let requests: LiveRequest['data'][];
  let messages: string[];
  try {
    requests = await chooseRequests(api.origin);
    messages = [];
    for (const request of requests) messages.push(await messageOf(api.origin, request));
    ours = await run(api, requests);
  } finally {
    await api.stop();
  }
  const bare = await startServer('bench/server/bareSockets.ts', { input: JSON.stringify(messages) });
  try {
    const floor = await run(bare, requests);
    return figures(ours, floor, Math.round(messages.reduce((sum, { length }) => sum + length, 0) / messages.length));
  } finally {
    await bare.stop();
  }
}

function figures(ours: Run, floor: Run, bytes: number): Figure[] {
  const delivered = ({ received, from, to, connected }: Run) =>
    received / ((connected * SOCKET_UPDATES_PER_SECOND * (to - from)) / 1_000);
  const counts = `${ours.connected} connections, ${PAIRS} pairs × ${AMOUNTS} amounts, ${SOCKET_UPDATES_PER_SECOND}/s of ${bytes} bytes`;
  return [
    {
      name: 'live rates: share delivered',
      unit: 'share',
      ours: delivered(ours),
      floor: delivered(floor),
      target: { kind: 'atLeast', value: 0.99 },
      note: counts,
    },
    {
      name: 'live rates: p99 to arrival',
      unit: 'ms',
      ours: ours.p99,
      floor: floor.p99,
      target: { kind: 'atMostFloor', times: 1.25 },
      note: `p50 ${ours.p50} and ${floor.p50} ms`,
    },
    { name: 'live rates: CPU', unit: 'cores', ours: ours.cores, floor: floor.cores, target: { kind: 'atMostFloor', times: 2 } },
    {
      name: 'live rates: memory',
      unit: 'MB',
      ours: ours.megabytes,
      floor: floor.megabytes,
      target: { kind: 'atMostFloor', times: 1.6 },
    },
  ];
}

async function run(server: MeasuredServer, requests: LiveTask['requests']): Promise<Run> {
  const task: LiveTask = { origin: server.origin, connections: CONNECTIONS, seconds: SECONDS, requests };
  const child = spawn(
    'sh',
    ['-c', `ulimit -n ${FILES_NEEDED} && exec "$0" "$@"`, process.execPath, 'bench/server/liveClients.ts'],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  child.stdin.end(JSON.stringify(task));
  let text = '';
  const usages: { at: number; cpuSeconds: number; megabytes: number }[] = [];
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    if (usages.length === (text.includes('{') ? 1 : 0)) usages.push({ at: Date.now(), ...server.usage() });
  });
  const [code] = (await once(child, 'close')) as [number];
  const result = /\{.*\}/s.exec(text)?.[0];
  if (code !== 0 || result === undefined) {
    throw new Error(`The clients ended with ${code}. ${FILES_NEEDED} open files are needed (ulimit -n).`);
  }
  const [before, after] = usages;
  if (!before || !after) throw new Error('The clients did not say when they began and ended.');
  const cores = ((after.cpuSeconds - before.cpuSeconds) / (after.at - before.at)) * 1_000;
  return { ...(JSON.parse(result) as LiveResult), cores, megabytes: after.megabytes };
}

/** The most popular coins against each other, with amounts that each pair takes. */
async function chooseRequests(origin: string): Promise<LiveRequest['data'][]> {
  const all = (await (await fetch(`${origin}/api/v2/instruments/public`)).json()) as Instrument[];
  const coins = all.filter(({ currencyTitle, price }) => price !== null && !STILL.has(currencyTitle));
  const chosen = [...new Map(coins.map((coin) => [coin.currencyTitle, coin])).values()].slice(0, PAIRS + 1);
  if (chosen.length <= PAIRS) throw new Error(`Only ${chosen.length} coins move.`);
  return chosen.slice(1).flatMap((from, index) => {
    const to = chosen[index === 0 ? 2 : 0];
    return Array.from({ length: AMOUNTS }, (_, step): LiveRequest['data'] => ({
      instrumentFromSlug: from.slug,
      instrumentToSlug: to?.slug ?? '',
      rateMode: 'FLOATING',
      claimedDepositAmount: dollarsIn(from, String(400 + 100 * step)),
      subscriptionId: 'rate',
    }));
  });
}

function dollarsIn({ slug, price }: Instrument, dollars: Decimal): Decimal {
  if (price === null) throw new Error(`${slug} has no price.`);
  return roundToDecimal(amount(dollars).div(amount(price)), 8, 'down');
}

async function messageOf(origin: string, { subscriptionId, ...request }: LiveRequest['data']): Promise<string> {
  const query = new URLSearchParams(Object.entries(request).map(([name, value]) => [name, String(value)]));
  const answer = await fetch(`${origin}/api/v2/rates/public/one?${query.toString()}`, {
    headers: { 'x-forwarded-for': `10.9.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}` },
  });
  if (!answer.ok) throw new Error(`${query.toString()}: ${await answer.text()}`);
  return `{"channel":"pairs","event":"pairs.rates","data":${await answer.text()},"subscriptionId":${JSON.stringify(subscriptionId)}}`;
}
