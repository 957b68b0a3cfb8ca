import { expect, test } from 'vitest';
import { openMemoryDatabase } from '../../tests/support/databases.ts';
import { sampleUser } from '../../tests/support/samples/sampleUser.ts';
import { TEST_SEALING } from '../../tests/support/testSealing.ts';
import { createAccounts } from './createAccounts.ts';

test('queues the mail with a reset code before it answers, so that a host killed afterwards has not lost it', async () => {
  const database = await openMemoryDatabase();
  await database
    .insertInto('users')
    .values(sampleUser({ email: 'anna@example.org' }))
    .execute();
  const { passwordChanges } = createAccounts({
    database,
    seed: new Uint8Array(32),
    sealing: TEST_SEALING,
    secondFactor: null,
    messenger: null,
    firstEmail: { waitMs: 0 },
    referrals: { find: () => Promise.resolve(null), sign: () => Promise.resolve() },
  });
  await passwordChanges.requestReset(
    { email: 'anna@example.org' },
    { address: '203.0.113.7', userAgent: null, origin: 'https://swap.example' },
  );
  expect(await database.selectFrom('account_mails').select('kind').execute()).toEqual([{ kind: 'RESET_CODE' }]);
  await database.destroy();
});
