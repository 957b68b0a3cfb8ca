import { expect, test } from 'vitest';
import { openMemoryDatabase } from '../../tests/support/databases.ts';
import { sampleUser } from '../../tests/support/samples/sampleUser.ts';
import { createLogger } from '../log.ts';
import { createAccounts } from './createAccounts.ts';

test('queues the mail of an answered request before the host closes its database', async () => {
  const database = await openMemoryDatabase();
  await database
    .insertInto('users')
    .values(sampleUser({ email: 'anna@example.org', email_key: 'anna@example.org' }))
    .execute();
  const accounts = createAccounts({
    database,
    seed: new Uint8Array(32),
    secondFactor: null,
    findReferrer: () => Promise.resolve(null),
    log: createLogger('silent'),
  });
  const client = { address: '203.0.113.7', userAgent: null, origin: 'https://swap.example' };
  await accounts.passwordChanges.requestReset({ email: 'anna@example.org' }, client);
  await accounts.finishWork();
  expect(await database.selectFrom('account_mails').select('kind').execute()).toEqual([{ kind: 'RESET_CODE' }]);
  await database.destroy();
});
