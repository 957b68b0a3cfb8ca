import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Request } from 'autocannon';
import { userRoutes } from '../../contract/api/users.ts';
import { createPasswords } from '../../server/accounts/passwords.ts';
import { DATABASE_FILE } from '../../server/db/openDatabase.ts';
import { CALLS_PER_MINUTE } from '../../server/requestLimits.ts';
import { answersPerSecond } from '../answers.ts';
import { inTurn, perSecond, type Figure } from '../measure.ts';
import { PASSWORD, signInRequest, signUp, type SignedIn } from './customers.ts';
import { startApi, startServer } from './process.ts';

const RUNS = 2;
const SECONDS = 6;
const CONNECTIONS = 32;
const SIGN_IN_CONNECTIONS = availableParallelism() * 2;

/** Measures sign-ins per second against argon2 alone, and answers of account-data against Fastify with the same read. */
export async function measureAccounts(): Promise<Figure[]> {
  const api = await startApi();
  const bare = await startServer('bench/server/bareAccounts.ts', { input: join(api.dataDirectory, DATABASE_FILE) });
  try {
    const customers = await register(api.origin, customersNeeded(await hashesPerSecond()));
    const signIns = await inTurn(RUNS, () => signInsPerSecond(api.origin, customers), hashesPerSecond);
    const reads = (origin: string, duration: number) => (): Promise<number> => readsPerSecond(origin, customers, duration);
    await inTurn(1, reads(api.origin, 2), reads(bare.origin, 2));
    const answers = await inTurn(RUNS, reads(api.origin, SECONDS), reads(bare.origin, SECONDS));
    return [
      {
        name: 'sign-ins',
        unit: 'per second',
        ours: Math.max(...signIns.ours),
        floor: Math.max(...signIns.floor),
        target: { kind: 'atLeastFloor', times: 0.8 },
        note: 'floor: argon2 alone; the better of two runs each',
      },
      {
        name: 'answers of account-data',
        unit: 'per second',
        ours: Math.max(...answers.ours),
        floor: Math.max(...answers.floor),
        target: { kind: 'atLeastFloor', times: 0.5 },
        note: `the better of two runs each; ${CONNECTIONS} connections`,
      },
    ];
  } finally {
    await Promise.all([api.stop(), bare.stop()]);
  }
}

/**
 * Returns how many customers can sign in during all runs, each from one address, without reaching the limit of an address. A sign-in
 * computes one hash, so the speed of argon2 is the highest speed; twice as many leave room. Each has signed in once before.
 */
function customersNeeded(hashes: number): number {
  const most = CALLS_PER_MINUTE['users.authenticate'] - 1;
  return Math.max(SIGN_IN_CONNECTIONS, Math.ceil((2 * RUNS * SECONDS * hashes) / most));
}

async function register(origin: string, count: number): Promise<SignedIn[]> {
  const numbers = Array.from({ length: count }, (_, number) => number).values();
  const customers: SignedIn[] = [];
  const work = async (): Promise<void> => {
    for (const number of numbers) customers.push(await signUp(origin, number));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return customers;
}

/** Computes as many at once as the host does. */
async function hashesPerSecond(): Promise<number> {
  const passwords = createPasswords(new Uint8Array(32));
  const hash = await passwords.hash(PASSWORD);
  return await perSecond(SECONDS * 1_000, availableParallelism(), () => passwords.verify(PASSWORD, hash));
}

/** Each connection has its own customers: sign-ins of one customer at the same time count as attempts to guess the password. */
async function signInsPerSecond(origin: string, customers: readonly SignedIn[]): Promise<number> {
  let connection = 0;
  return await answersPerSecond({
    url: origin,
    duration: SECONDS,
    connections: SIGN_IN_CONNECTIONS,
    setupClient: (client) => {
      const first = connection;
      connection += 1;
      const own = customers.filter((_, index) => index % SIGN_IN_CONNECTIONS === first % SIGN_IN_CONNECTIONS);
      client.setRequests(own.map(signInRequest));
    },
  });
}

async function readsPerSecond(origin: string, customers: readonly SignedIn[], duration: number): Promise<number> {
  const requests = customers.map(({ accessToken, address }): Request => ({
    method: 'GET',
    path: userRoutes['users.accountData'].path,
    headers: { authorization: `Bearer ${accessToken}`, 'x-forwarded-for': address },
  }));
  return await answersPerSecond({ url: origin, duration, connections: CONNECTIONS, requests });
}
