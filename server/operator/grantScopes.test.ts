import { afterEach, beforeEach, expect, test } from 'vitest';
import { startAccountHost, type AccountHost } from '../../tests/support/accountHost.ts';
import { signUp } from '../accounts/testing/customers.ts';
import { grantScopes, revokeScopes } from './grantScopes.ts';

let host: AccountHost;
beforeEach(async () => {
  host = await startAccountHost();
});
afterEach(async () => await host.close());

const grant = async (...words: string[]) => await grantScopes(host, '1', words);

test('grants scopes only to a customer with a confirmed e-mail and a second factor, and only when confirmed', async () => {
  const { headers } = await signUp(host.app);
  const account = async () => (await host.app.inject({ url: '/api/v1/users/account-data', headers })).json<object>();
  expect(await grantScopes(host, '2', ['treasury'])).toBe('Nothing was done: there is no customer 2.');
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
  expect(await revokeScopes(host, '1')).toBe('Customer 1 has no scopes any more.');
  expect(await account()).toMatchObject({ permissions: 'CUSTOMER' });
});
