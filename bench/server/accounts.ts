import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { userRoutes } from '../../contract/api/users.ts';
import type { SignInOutput } from '../../contract/schemas/users.ts';
import { nodeFlags } from '../../scripts/nodeFlags.mjs';
import { createPasswords } from '../../server/accounts/passwords.ts';
import { DATABASE_FILE } from '../../server/db/openDatabase.ts';
import type { Figure } from '../measure.ts';
import { startApi, startServer, type MeasuredServer } from './process.ts';

const SECONDS = 6;
const CONNECTIONS = 32;
/** Each from an address of its own: the limits per address are on, as they always are. */
const CUSTOMERS = 60;
const PASSWORD = 'harbour lantern 27';

interface SignedIn {
  email: string;
  address: string;
  accessToken: string;
}

/** Sign-ins in a second, beside argon2 alone, and answers of account-data, beside Fastify with the same read. */
export async function measureAccounts(): Promise<Figure[]> {
  const api = await startApi();
  const customers = await register(api);
  const bare = await startServer(
    [...nodeFlags('bench'), 'bench/server/bareAccounts.ts'],
    {},
    join(api.dataDirectory, DATABASE_FILE),
  );
  try {
    const hashes = [await hashesPerSecond()];
    const signIns = [await signInsPerSecond(api, customers)];
    hashes.push(await hashesPerSecond());
    signIns.push(await signInsPerSecond(api, customers));
    await readsPerSecond(bare, customers, 2);
    await readsPerSecond(api, customers, 2);
    const floor = [await readsPerSecond(bare, customers, SECONDS)];
    const ours = [await readsPerSecond(api, customers, SECONDS)];
    floor.push(await readsPerSecond(bare, customers, SECONDS));
    ours.push(await readsPerSecond(api, customers, SECONDS));
    return [
      {
        name: 'sign-ins',
        unit: 'per second',
        ours: Math.max(...signIns),
        floor: Math.max(...hashes),
        target: { kind: 'atLeastFloor', times: 0.8 },
        note: 'floor: argon2 alone; the better of two runs each',
      },
      {
        name: 'answers of account-data',
        unit: 'per second',
        ours: Math.max(...ours),
        floor: Math.max(...floor),
        target: { kind: 'atLeastFloor', times: 0.5 },
        note: `the better of two runs each; ${CONNECTIONS} connections`,
      },
    ];
  } finally {
    await Promise.all([api.stop(), bare.stop()]);
  }
}

async function register(api: MeasuredServer): Promise<SignedIn[]> {
  const customers: SignedIn[] = [];
  for (let index = 0; index < CUSTOMERS; index += 1) {
    const [email, address] = [`customer${index}@example.com`, `10.1.${index}.1`];
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': address, 'x-session-kind': 'header' };
    const post = async (path: string): Promise<SignInOutput> => {
      const answer = await fetch(api.origin + path, {
        method: 'POST',
        headers,
        body: JSON.stringify({ email, password: PASSWORD }),
      });
      return (await answer.json()) as SignInOutput;
    };
    await post(userRoutes['users.create'].path);
    const { tokens } = await post(userRoutes['users.authenticate'].path);
    if (!tokens) throw new Error(`${email} could not sign in`);
    customers.push({ email, address, accessToken: tokens.accessToken });
  }
  return customers;
}

/** As many at once as the host computes. */
async function hashesPerSecond(): Promise<number> {
  const passwords = createPasswords(new Uint8Array(32));
  const hash = await passwords.hash(PASSWORD);
  const began = performance.now();
  let count = 0;
  await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      while (performance.now() - began < SECONDS * 1_000) {
        await passwords.verify(PASSWORD, hash);
        count += 1;
      }
    }),
  );
  return (count / (performance.now() - began)) * 1_000;
}

async function signInsPerSecond({ origin }: MeasuredServer, customers: readonly SignedIn[]): Promise<number> {
  const requests = customers.map(({ email, address }) => ({
    method: 'POST' as const,
    path: userRoutes['users.authenticate'].path,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, 'x-session-kind': 'header' },
    body: JSON.stringify({ email, password: PASSWORD }),
  }));
  return await perSecond(origin, requests, { duration: SECONDS, connections: availableParallelism() * 2 });
}

async function readsPerSecond({ origin }: MeasuredServer, customers: readonly SignedIn[], duration: number): Promise<number> {
  const requests = customers.map(({ accessToken, address }) => ({
    method: 'GET' as const,
    path: userRoutes['users.accountData'].path,
    headers: { authorization: `Bearer ${accessToken}`, 'x-forwarded-for': address },
  }));
  return await perSecond(origin, requests, { duration, connections: CONNECTIONS });
}

async function perSecond(
  url: string,
  requests: autocannon.Request[],
  { duration, connections }: { duration: number; connections: number },
): Promise<number> {
  const result = await autocannon({ url, duration, connections, requests });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} answers were refused, ${result.errors} failed`);
  return result.requests.average;
}
