import autocannon from 'autocannon';
import { nodeFlags } from '../../scripts/nodeFlags.mjs';
import type { Figure } from '../measure.ts';
import { startApi, startServer } from './process.ts';

const SECONDS = 6;
const CONNECTIONS = 32;
const PATH =
  '/api/v2/rates/public/one?instrumentFromSlug=btc&instrumentToSlug=usdttrc20&rateMode=FLOATING&claimedDepositAmount=0.05';
/** As many customers as a host may count apart: the limits per address are on, as they always are. */
const CUSTOMERS = 4_000;

/** Answers of the rate call in a second, beside Fastify giving the same bytes. */
export async function measureReading(): Promise<Figure[]> {
  const api = await startApi();
  const body = await (await fetch(api.origin + PATH)).text();
  const bare = await startServer([...nodeFlags('bench'), 'bench/server/bareFastify.ts'], {}, body);
  try {
    // Once each to warm up, then in turn.
    await perSecond(bare.origin, 2);
    await perSecond(api.origin, 2);
    const floor = [await perSecond(bare.origin, SECONDS)];
    const ours = [await perSecond(api.origin, SECONDS)];
    floor.push(await perSecond(bare.origin, SECONDS));
    ours.push(await perSecond(api.origin, SECONDS));
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

async function perSecond(origin: string, duration: number): Promise<number> {
  const requests = Array.from({ length: CUSTOMERS }, (_, index) => ({
    method: 'GET' as const,
    path: PATH,
    headers: { 'x-forwarded-for': `10.0.${index >> 8}.${index & 255}` },
  }));
  const result = await autocannon({ url: origin, duration, connections: CONNECTIONS, requests });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} answers were refused, ${result.errors} failed`);
  return result.requests.average;
}
