import { afterEach, beforeEach, expect, test } from 'vitest';
import { startAccountHost, type AccountHost } from '../../../tests/support/accountHost.ts';
import { sampleUser } from '../../../tests/support/samples/sampleUser.ts';
import { signUp } from '../../accounts/testing/customers.ts';
import { createDocumentSigner } from '../../guarantee/documentSigner.ts';
import { loadCatalogue } from '../../instruments/loadCatalogue.ts';
import { runOperatorCommand } from '../cli/runOperatorCommand.ts';
import { readPayoutCaps } from '../../payments/capSettings.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { planAct } from './runAct.ts';

let host: AccountHost;
beforeEach(async () => {
  host = await startAccountHost();
});
afterEach(async () => await host.close());

const context = (): OperatorContext => ({
  database: host.database,
  catalogue: loadCatalogue(),
  gateways: new Map(),
  signer: createDocumentSigner({ secretKey: new Uint8Array(32).fill(7), previousKeys: [], exchange: 'Causeway' }),
  caps: readPayoutCaps({}),
  environmentSettings: {},
  siteOrigin: 'https://swap.example',
  now: host.now,
});
const say = async (...words: string[]) => await runOperatorCommand({ ...context(), operatorFile: '' }, words);
const grant = async (...words: string[]) => await say('grant', '1', ...words);

test('grants scopes only to a customer with a confirmed e-mail and a second factor, and only when confirmed', async () => {
  const { headers } = await signUp(host.app);
  const account = async () => (await host.app.inject({ url: '/api/v1/users/account-data', headers })).json<object>();
  expect(await say('grant', '2', 'treasury')).toBe('Nothing was done: there is no customer 2.');
  await host.database
    .insertInto('users')
    .values(sampleUser({ id: 3, email: null }))
    .execute();
  expect(await say('grant', '3', 'treasury')).toContain('Customer 3\nE-mail: none\n');
  expect(await grant('everything')).toContain('unknown scope everything');
  expect(await grant('treasury', '--confirm')).toBe(
    'Customer 1\nE-mail: anna@example.com (not confirmed)\nSecond factor: off\nScopes: none\n' +
      'Nothing was done: an operator needs a confirmed e-mail and a second factor.',
  );

  await host.database.updateTable('users').set({ email_confirmed_at: 1, has_second_factor: 1 }).execute();
  expect(await grant('treasury')).toContain('(confirmed)\nSecond factor: on\nScopes: none\nNothing was done yet.');
  expect(await account()).toMatchObject({ permissions: 'CUSTOMER', adminPermissionsScope: { scopes: [] } });

  expect(await grant('treasury', '--confirm')).toBe('Customer 1 is an operator now. Scopes: treasury.');
  await grant('orders.read', '--confirm');
  expect(await account()).toMatchObject({ permissions: 'ADMIN', adminPermissionsScope: { scopes: ['orders.read', 'treasury'] } });

  await host.database.updateTable('users').set({ has_second_factor: 0 }).execute();
  expect(await account()).toMatchObject({ permissions: 'CUSTOMER' });
  await host.database.updateTable('users').set({ has_second_factor: 1 }).execute();
  expect(await say('revoke', '1')).toBe('Customer 1 has no scopes any more.');
  expect(await account()).toMatchObject({ permissions: 'CUSTOMER' });
});

test('lets a customer act only with the stored scope of the act, while the scopes are in effect', async () => {
  await signUp(host.app);
  const plan = async () =>
    await planAct(context(), { userId: 1 }, 'blacklist', { kind: 'CLIENT', value: '192.0.2.1', reason: null });
  const setUser = async (values: object) => await host.database.updateTable('users').set(values).execute();
  const forbidden = { code: 'ERR_NOT_ENOUGH_PERMISSIONS' };

  await setUser({ email_confirmed_at: 1, has_second_factor: 1, operator_scopes: '["treasury","orders.act"]' });
  await expect(plan()).rejects.toMatchObject(forbidden);
  await setUser({ operator_scopes: '["customers"]' });
  expect(await plan()).toMatchObject({ effect: { kind: 'CLIENT', values: ['192.0.2.1'] } });
  for (const lacking of [{ has_second_factor: 0 }, { email_confirmed_at: null }, { closed_at: 1 }]) {
    await setUser(lacking);
    await expect(plan()).rejects.toMatchObject(forbidden);
    await setUser({ email_confirmed_at: 1, has_second_factor: 1, closed_at: null });
  }
  await expect(planAct(context(), { userId: 2 }, 'blacklist', {})).rejects.toMatchObject(forbidden);
});
