import { answersPerSecond } from '../answers.ts';
import { inTurn, type Figure } from '../measure.ts';
import { startApi, startServer } from './process.ts';

const SECONDS = 6;
const CONNECTIONS = 32;
const PATH =
  '/api/v2/rates/public/one?instrumentFromSlug=btc&instrumentToSlug=usdttrc20&rateMode=FLOATING&claimedDepositAmount=0.05';
/** Each has its own address, because the limits per address are active. A host counts about as many separately. */
const CUSTOMERS = 4_000;

/** Measures answers of the rate call per second against Fastify sending the same bytes. */
export async function measureReading(): Promise<Figure[]> {
  const api = await startApi();
  const body = await (await fetch(api.origin + PATH)).text();
  const bare = await startServer('bench/server/bareFastify.ts', { input: body });
  try {
    const reads = (origin: string, duration: number) => (): Promise<number> => readsPerSecond(origin, duration);
    await inTurn(1, reads(api.origin, 2), reads(bare.origin, 2));
    const { ours, floor } = await inTurn(2, reads(api.origin, SECONDS), reads(bare.origin, SECONDS));
    return [
      {
        name: 'answers of the rate call',
        unit: 'per second',
        ours: Math.max(...ours),
        floor: Math.max(...floor),
        target: { kind: 'atLeastFloor', times: 0.5 },
        note: `the better of two runs each; ${body.length} bytes, ${CONNECTIONS} connections`,
      },
    ];
  } finally {
    await Promise.all([api.stop(), bare.stop()]);
  }
}

async function readsPerSecond(origin: string, duration: number): Promise<number> {
  const requests = Array.from({ length: CUSTOMERS }, (_, index) => ({
    method: 'GET' as const,
    path: PATH,
    headers: { 'x-forwarded-for': `10.0.${index >> 8}.${index & 255}` },
  }));
  return await answersPerSecond({ url: origin, duration, connections: CONNECTIONS, requests });
}
