import { afterEach, beforeEach, expect, test } from 'vitest';
import { startAccountHost, type AccountHost } from '../../../tests/support/accountHost.ts';
import { createAccountEnd } from '../../accounts/end/accountEnd.ts';
import { signUp } from '../../accounts/testing/customers.ts';
import { createIdentityService } from '../../identity/identityService.ts';
import { createTestIdentity, sampleSubmission } from '../../identity/testing/identities.ts';
import { accountEndRoutes } from './end.ts';
import { identityRoutes } from './identity.ts';

let host: AccountHost;
beforeEach(async () => {
  host = await startAccountHost({
    moreRoutes: ({ context, authentication }) => [
      identityRoutes(createIdentityService(createTestIdentity(context.database, context.now)), authentication),
      accountEndRoutes(createAccountEnd({ ...context, rules: { minimumWithdrawal: '20' } }), authentication),
    ],
  });
});
afterEach(() => host.close());

type Headers = Record<string, string>;

const exportData = async (headers: Headers, remoteAddress = '203.0.113.1') =>
  await host.app.inject({ method: 'GET', url: '/api/v1/users/export', headers, remoteAddress });
const CALLS: Record<string, (headers: Headers) => ReturnType<typeof exportData>> = {
  'the export': exportData,
  'the first part of a photo': async (headers) => await host.post('kyc/uploads', { field: 'facePhoto', bytes: 9 }, headers),
  'the code of a phone': async (headers) => await host.post('kyc/phone/code', {}, headers),
  'documents with photos': async (headers) => await host.post('kyc/submit', await sampleSubmission(), headers),
};

const confirm = async () => await host.database.updateTable('users').set({ email_confirmed_at: host.now() }).execute();
const prove = async () => await host.database.updateTable('sessions').set({ second_factor_at: host.now() }).execute();

test.each(Object.keys(CALLS))('refuses %s before the e-mail is confirmed, with every proof', async (name) => {
  const { headers } = await signUp(host.app);
  await prove();
  const refused = await CALLS[name]?.(headers);
  expect(refused?.json()).toMatchObject({ code: 'ERR_NOT_ACCEPTABLE', details: { reason: 'EMAIL_NOT_CONFIRMED' } });
  await confirm();
  expect((await CALLS[name]?.(headers))?.statusCode).toBe(200);
});

test('lets a customer export ten times an hour', async () => {
  const { headers } = await signUp(host.app);
  await confirm();
  await prove();
  const answers = [];
  for (let time = 1; time <= 12; time += 1) answers.push((await exportData(headers, `203.0.113.${time}`)).statusCode);
  expect(answers).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429]);
  host.advanceClock(3_600_000);
  await host.database
    .updateTable('sessions')
    .set({ access_expires_at: host.now() + 60_000, second_factor_at: host.now() })
    .execute();
  expect((await exportData(headers)).statusCode).toBe(200);
});
