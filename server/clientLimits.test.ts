import { readFileSync, globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { apiRoutes } from '../contract/api/index.ts';
import { openMemoryDatabase } from '../tests/support/databases.ts';
import { countPasswordTry } from './accounts/passwordTries.ts';
import { createRequestLimits } from './requestLimits.ts';

/** Sources that use a client's group alone: they compare or store it. What counts uses `clientGroups` or what is made of it (D81). */
const COMPARED = {
  'server/accounts/device.ts': 'a known device',
  'server/accounts/knownNetwork.ts': 'a known network',
  'server/accounts/secondFactor/challenges.ts': 'stored with a sign-in, which `clientGroups` counts',
  'server/accounts/secondFactor/codeTries.ts': 'the network of the last proof',
  'server/accounts/sessionLimits.ts': 'the sessions of one client',
  'server/accounts/sessions.ts': 'a session that moves to another network',
  'server/common/namedClient.ts': 'part of a name, which `clientGroups` counts',
  'server/operator/acts/customers.ts': 'the blacklist',
  'server/orders/calls/createOrder.ts': 'stored with an order, which `clientGroups` counts',
  'server/payments/recipients/blacklist.ts': 'the blacklist',
};

test('counts no client by its /64 alone', () => {
  const sources = globSync('{contract,server,web,main,console,renderer}/**/*.{ts,tsx}').filter(
    (path) => !path.includes('.test.'),
  );
  const users = sources.filter(
    (path) => /\bclientGroup\(/.test(readFileSync(path, 'utf8')) && path !== 'contract/clientGroup.ts',
  );
  expect(users.toSorted()).toEqual(Object.keys(COMPARED));
});

const network = (index: number): string => `2001:db8:1:${index.toString(16)}::1`;

test('lets a /48 try 300 passwords of all accounts in a row', async () => {
  const database = await openMemoryDatabase();
  const tryPassword = async (index: number, address: string): Promise<boolean> =>
    await countPasswordTry({ database, now: () => 0 }, { emailKey: `${index}@example.org`, userId: null, address }).then(
      () => true,
      () => false,
    );
  let allowed = 0;
  for (let index = 0; index < 302; index += 1) allowed += (await tryPassword(index, network(index))) ? 1 : 0;
  expect([allowed, await tryPassword(302, '2001:db8:2::1')]).toEqual([300, true]);
  await database.destroy();
});

test('lets a /64 create 20 orders a minute, and a /48 200', () => {
  const { method, path } = apiRoutes['orders.create'];
  const countOf = (addressOf: (index: number) => string): number => {
    const limits = createRequestLimits(100_000);
    return Array.from({ length: 250 }, (_, index) => limits.take(`${method} ${path}`, addressOf(index))).filter(Boolean).length;
  };
  expect([countOf((index) => `2001:db8:1:1::${index}`), countOf(network)]).toEqual([20, 200]);
});
