import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiRoutes, type CallName } from '../../contract/api/index.ts';
import { signUp, type TestCustomer } from '../../server/accounts/testing/customers.ts';
import { openEmbeddedDatabase, type Database } from '../../server/db/database.ts';
import { DATABASE_FILE } from '../../server/db/openDatabase.ts';
import { startApiHost, type ApiHost } from '../api/host.ts';
import { goodRequest } from '../faults/inputs/badRequests.ts';
import { goodInput } from '../faults/inputs/goodInput.ts';
import { operationsOf, type JsonSchema, type Operation } from '../faults/inputs/operations.ts';

/** The calls that need no session: they start, end or restore one, follow the link of an e-mail, or concern guests. */
const PUBLIC: readonly string[] = [
  'users.create',
  'users.authenticate',
  'messenger.authenticate',
  'messenger.create',
  'users.refresh',
  'users.logout',
  'users.requestPasswordReset',
  'users.resetPassword',
  'users.confirmEmail',
  'users.startPasskeySignIn',
  'desktopSignIn.exchange',
  'users.verifySecondFactor',
  'withdrawals.stoppable',
  'withdrawals.stop',
  'accountFreeze.freeze',
  'accountFreeze.restore',
  'identity.redeemPhone',
  'identity.phoneDraft',
  'affiliates.program',
  'affiliates.countClick',
  'fiat.terms',
];
const KNOWN = { email: 'new@example.com', passkey: {} };

let host: ApiHost;
let database: Database;
let customer: TestCustomer;
let operations: Map<string, Operation>;
beforeAll(async () => {
  host = await startApiHost();
  database = openEmbeddedDatabase(join(host.dataDirectory, DATABASE_FILE));
  customer = await signUp(host.app);
  const document = await host.app.inject({ url: '/api/openapi.json' });
  operations = new Map(operationsOf(document.json()).map((operation) => [operation.path, operation]));
});
afterAll(async () => {
  await database.destroy();
  await host.stop();
});

const isOfAccount = (name: string): boolean =>
  /^\/api\/v1\/(?:users\/|affiliates\/|liquidity-providers\/|orders\/(?:history|history\.csv|claim)$)/.test(
    apiRoutes[name as CallName].path,
  ) && !PUBLIC.includes(name);
const CALLS = Object.keys(apiRoutes).filter(isOfAccount);

/** Only the required fields: an optional one may contradict another. */
function required(schema: JsonSchema): JsonSchema {
  const fields = Object.entries(schema.properties ?? {}).filter(([name]) => schema.required?.includes(name));
  return { ...schema, properties: Object.fromEntries(fields) };
}

let requests = 0;
async function answerOf(name: string, headers: Record<string, string>) {
  const { method, path } = apiRoutes[name as CallName];
  const operation = operations.get(path);
  if (!operation) throw new Error(`${method} ${path} is not described`);
  const { url, payload, headers: own } = goodRequest(operation, goodInput(required(operation.input), KNOWN));
  requests += 1;
  return await host.app.inject({
    method,
    url,
    headers: { host: 'localhost', ...own, ...headers },
    // Each from another client: limits per client have tests of their own.
    remoteAddress: `10.1.${requests >> 8}.${requests & 255}`,
    ...(payload !== undefined && { payload }),
  });
}

/** Returns the calls of an account that answer with another status. */
const different = async (status: number, headers: Record<string, string>): Promise<string[]> => {
  const found = [];
  for (const name of CALLS) {
    const { statusCode } = await answerOf(name, headers);
    if (statusCode !== status) found.push(`${name}: ${statusCode}`);
  }
  return found;
};

test('every call of an account refuses a guest and a forged token with 401', async () => {
  expect(CALLS.length).toBeGreaterThan(20);
  expect(await different(401, {})).toEqual([]);
  expect(await different(401, { authorization: 'Bearer AAAAAAAAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA' })).toEqual([]);
  expect(await different(401, { authorization: 'Basic YW5uYTpzZWNyZXQ=' })).toEqual([]);
});

const asksForProof = async (): Promise<string[]> => {
  const refused = [];
  for (const name of CALLS) {
    const { body } = await answerOf(name, customer.headers);
    if (body.includes('"code":"ERR_SECOND_FACTOR_REQUIRED"')) refused.push(name);
  }
  return refused.toSorted();
};

const NEED_A_CODE = [
  'accountEnd.close',
  'accountEnd.export',
  'apiKeys.generate',
  'apiKeys.update',
  'users.disableTotp',
  'users.removePasskey',
  'users.renewRecoveryCodes',
  'users.startPasskey',
  'users.startTotp',
  'withdrawals.create',
];

test('every call that moves money or changes credentials needs a code of the mailbox without a second factor', async () => {
  const isConfirmed = async (email_confirmed_at: number | null) =>
    await database.updateTable('users').set({ email_confirmed_at }).execute();
  await isConfirmed(1);
  expect(await asksForProof()).toEqual([...NEED_A_CODE, 'users.changeEmail'].toSorted());
  // An e-mail that was never confirmed may be replaced with the password (D70), and exports nothing (D82).
  await isConfirmed(null);
  expect(await asksForProof()).toEqual(NEED_A_CODE.filter((name) => name !== 'accountEnd.export'));
});

test('every call that moves money or changes credentials needs a fresh second factor', async () => {
  await database.updateTable('users').set({ has_second_factor: 1, email_confirmed_at: 1 }).execute();
  const withFactorOnly = ['apiKeys.delete', 'messenger.link', 'messenger.unlink', 'users.changeEmail', 'users.changePassword'];
  expect(await asksForProof()).toEqual([...NEED_A_CODE, ...withFactorOnly].toSorted());
});

test('every call of an account answers an expired access token with 418, and an ended session with 401', async () => {
  await database.updateTable('sessions').set({ access_expires_at: 0 }).execute();
  expect(await different(418, customer.headers)).toEqual([]);
  await database.updateTable('sessions').set({ ended_at: 1, end_reason: 'REVOKED' }).execute();
  expect(await different(401, customer.headers)).toEqual([]);
});
