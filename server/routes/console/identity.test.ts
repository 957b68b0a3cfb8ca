import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OpenIdentity } from '../../../contract/console/identity.ts';
import { findSubmissionOf } from '../../db/repositories/identity/submissions.ts';
import { createIdentityService, type IdentityService } from '../../identity/identityService.ts';
import { createSeals } from '../../identity/seals.ts';
import { createTestIdentity, sampleSubmission, sender, TEST_SEALS } from '../../identity/testing/identities.ts';
import { listActions } from '../../operator/acts/audit.ts';
import { runOperatorCommand } from '../../operator/cli/runOperatorCommand.ts';
import { createSandboxIdentities } from '../../sandbox/sandboxIdentities.ts';
import { addCustomer } from '../../withdrawals/testing/withdrawalHost.ts';
import { startConsoleHost, type ConsoleHost, type TestOperator } from './testing.ts';

let site: ConsoleHost;
let identity: IdentityService;
let reviewer: TestOperator;
beforeAll(async () => {
  site = await startConsoleHost('SQLite');
  identity = createIdentityService(createTestIdentity(site.host.database, site.host.context.now));
  reviewer = await site.addOperator('identity');
});
afterAll(() => site.close());

async function submission(): Promise<{ userId: number; submissionId: string }> {
  const { userId } = await addCustomer(site.host.database, site.host.context.now());
  await identity.submit(sender(userId), await sampleSubmission());
  return { userId, submissionId: (await findSubmissionOf(site.host.database, userId))?.id ?? '' };
}

test('opens documents, and records who opened which before they are sent', async () => {
  const { userId, submissionId } = await submission();
  const queue = await site.call('identityQueue', reviewer.headers);
  const document = { identityType: 'idcard', issueCountry: 'DE' };
  expect(queue.body).toMatchObject({ waiting: 1, submissions: [{ submissionId, userId, attempt: 1, document }] });
  expect((await site.call('pulse', reviewer.headers)).body).toMatchObject({ openIdentities: 1 });
  expect(JSON.stringify(queue.body)).not.toContain('Karlsen');
  const opened = (await site.call('openIdentity', reviewer.headers, { submissionId })).body as unknown as OpenIdentity;
  expect(opened).toMatchObject({ lastName: 'Karlsen', checks: { isOfAge: true, isValid: true, sameNumber: [] }, locale: 'en' });
  expect(opened.photos.map(({ field, image }) => [field, image.slice(0, 30)])).toEqual(
    ['frontPhoto', 'backendPhoto', 'facePhoto'].map((field) => [field, 'data:image/jpeg;base64,/9j/2wB']),
  );
  expect(opened.texts.reasons.GLARE).toMatch(/^Glare/);
  const [record] = await listActions(site.host.context, { limit: 1 });
  expect(record).toMatchObject({
    act: 'open-identity',
    actor: { userId: reviewer.userId },
    effect: { submissionId, userId, fields: ['details', 'backendPhoto', 'facePhoto', 'frontPhoto'] },
  });
  expect(JSON.stringify(record)).not.toContain('Karlsen');
});

test('gives the verdicts of the sandbox once, on record', async () => {
  const { userId, submissionId } = await submission();
  const sandbox = createSandboxIdentities(site.host.context);
  expect(await sandbox.list()).toContainEqual(expect.objectContaining({ submissionId, userId, attempt: 1 }));
  await sandbox.decide({ submissionId, attempt: 1, isAccepted: false });
  expect(await identity.status(userId)).toMatchObject({ status: 'REJECT', documents: [{ field: 'facePhoto' }], final: false });
  const again = sandbox.decide({ submissionId, attempt: 1, isAccepted: true });
  await expect(again).rejects.toMatchObject({ code: 'ERR_NOT_ACCEPTABLE' });
  const [record] = await listActions(site.host.context, { limit: 1 });
  expect(record).toMatchObject({ act: 'verify-reject', actor: { systemUser: 'sandbox' } });
});

test('rejects a document with its reason, and writes the customer which', async () => {
  const { userId, submissionId } = await submission();
  const input = { submissionId, attempt: 1, documents: [{ field: 'frontPhoto', reason: 'GLARE' }], final: false };
  await site.perform(reviewer, 'verify-reject', input);
  expect(await identity.status(userId)).toMatchObject({ status: 'REJECT', documents: input.documents, final: false });
  expect(await identity.draft(userId)).toMatchObject({ draft: { missing: ['frontPhoto'] } });
  const mail = await site.host.database
    .selectFrom('account_mails')
    .select(['kind', 'data'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'IDENTITY_REJECTED')
    .executeTakeFirst();
  expect(mail).toEqual({ kind: 'IDENTITY_REJECTED', data: '{"fields":["frontPhoto"],"isFinal":false}' });
  expect((await site.call('openIdentity', reviewer.headers, { submissionId })).status).toBe(404);
});

test('refuses a verdict about documents that a newer attempt has replaced', async () => {
  const { userId, submissionId } = await submission();
  const documents = [{ field: 'frontPhoto', reason: 'GLARE' }];
  await site.perform(reviewer, 'verify-reject', { submissionId, attempt: 1, documents, final: false });
  await identity.submit(sender(userId), await sampleSubmission());
  const verdict = async (attempt: number) =>
    (await site.call('plan', reviewer.headers, { act: 'verify-pass', input: { submissionId, attempt } })).body;
  expect(await verdict(1)).toMatchObject({ refused: 'NOT_IN_REVIEW' });
  expect(await verdict(2)).toMatchObject({ effect: { userId, attempt: 2 } });
});

test('decides once when two reviewers confirm at the same time', async () => {
  const { userId, submissionId } = await submission();
  const colleague = await site.addOperator('identity');
  const input = { submissionId, attempt: 1 };
  const plans = [
    [reviewer, await site.plan(reviewer, 'verify-pass', input)],
    [colleague, await site.plan(colleague, 'verify-pass', input)],
  ] as const;
  const answers = await Promise.all(plans.map(async ([operator, plan]) => await site.act(operator, plan, input)));
  expect(answers.filter(({ body }) => body['done'] === true)).toHaveLength(1);
  expect(await identity.status(userId)).toMatchObject({ status: 'PASS', validUntil: '2031-03-14' });
});

test.each([
  ['a reason of another field', [{ field: 'facePhoto', reason: 'EXPIRED' }]],
  [
    'a field twice',
    [
      { field: 'details', reason: 'COUNTRY' },
      { field: 'details', reason: 'UNDER_AGE' },
    ],
  ],
])('refuses %s', async (_name, documents) => {
  const { submissionId } = await submission();
  const answer = await site.call('plan', reviewer.headers, {
    act: 'verify-reject',
    input: { submissionId, attempt: 1, documents, final: false },
  });
  expect(answer.body).toMatchObject({ refused: 'WRONG_REASON' });
});

test('lets no guest, no customer and no operator without the scope see or decide', async () => {
  const { submissionId, userId } = await submission();
  const input = { submissionId, attempt: 1 };
  const rejection = { ...input, documents: [{ field: 'facePhoto', reason: 'BLURRED' }], final: true };
  const planned = await site.plan(reviewer, 'verify-pass', input);
  const [other, customer] = [await site.addOperator('customers', 'orders.act'), await site.addOperator()];
  for (const [caller, status] of [
    [other, 403],
    [customer, 404],
    [{ ...customer, headers: {} }, 404],
  ] as const) {
    const { headers } = caller;
    expect((await site.call('identityQueue', headers)).status).toBe(status);
    expect((await site.call('openIdentity', headers, { submissionId })).status).toBe(status);
    expect((await site.call('plan', headers, { act: 'verify-pass', input })).status).toBe(status);
    expect((await site.call('plan', headers, { act: 'verify-reject', input: rejection })).status).toBe(status);
    expect((await site.act(caller, planned, input)).status).toBe(status);
  }
  expect(await identity.status(userId)).toMatchObject({ status: 'PROCESS' });
});

test('lists documents that the key of this host does not open', async () => {
  const { database, now } = site.host.context;
  const { userId } = await addCustomer(database, now());
  const other = createTestIdentity(database, now, createSeals(new Uint8Array(32).fill(9)));
  await createIdentityService(other).submit(sender(userId), await sampleSubmission());
  const { body } = await site.call('identityQueue', reviewer.headers);
  expect(body['submissions']).toContainEqual(expect.objectContaining({ userId, document: null }));
});

describe('the commands kyc', () => {
  let folder: string;
  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), 'kyc-')), 'photos');
  });
  afterEach(() => rmSync(dirname(folder), { recursive: true }));

  const say = async (...words: string[]) =>
    await runOperatorCommand(
      { ...site.host.context, operatorFile: '', openSeals: async () => await Promise.resolve(TEST_SEALS) },
      ['kyc', ...words],
    );

  test('list, write the photos for the owner only, and record it', async () => {
    const { userId, submissionId } = await submission();
    expect(await say('list')).toMatch(new RegExp(`^${submissionId}  customer ${userId}  attempt 1  since 20`, 'm'));
    const shown = await say('show', submissionId, folder);
    expect(shown).toMatch(/^attempt: 1$[\s\S]*^lastName: Karlsen$[\s\S]*^of age: yes$/m);
    expect(readdirSync(folder).toSorted()).toEqual(['backendPhoto.jpg', 'facePhoto.jpg', 'frontPhoto.jpg']);
    const photo = join(folder, 'facePhoto.jpg');
    expect(readFileSync(photo).toString('hex', 0, 3)).toBe('ffd8ff');
    expect([statSync(folder).mode & 0o777, statSync(photo).mode & 0o777]).toEqual([0o700, 0o600]);
    const [record] = await listActions(site.host.context, { limit: 1 });
    expect(record).toMatchObject({ act: 'open-identity', effect: { submissionId, userId } });
  });

  test('reject fields with their reasons, then accept only what was seen', async () => {
    const { userId, submissionId } = await submission();
    expect(await say('reject', submissionId, '1', 'frontPhoto=GLARE', 'facePhoto=FACE_MISMATCH')).toMatch(
      /^Rejected frontPhoto \(GLARE\), facePhoto \(FACE_MISMATCH\) of customer .* Only these are requested again\.$/,
    );
    expect(await identity.draft(userId)).toMatchObject({ draft: { missing: ['frontPhoto', 'facePhoto'] } });
    expect(await say('show', submissionId, folder)).toContain('does not wait for a verdict');
    await identity.submit(sender(userId), await sampleSubmission());
    expect(await say('pass', submissionId, '1')).toContain('this attempt of');
    expect(await say('pass', submissionId, '2')).toBe(`Customer ${userId} is verified, and gets an e-mail.`);
    expect(await identity.status(userId)).toMatchObject({ status: 'PASS' });
  });

  test('refuse words that do not fit, and reasons of other fields', async () => {
    const { userId, submissionId } = await submission();
    for (const words of [['pass', submissionId], ['reject', submissionId, '1'], ['show', submissionId], ['list', 'all'], []]) {
      expect(await say(...words)).toMatch(/^Usage:/);
    }
    expect(await say('reject', submissionId, '1', 'facePhoto=EXPIRED')).toContain('can’t have this reason');
    expect(await say('reject', submissionId, '1', 'final', 'details=UNDER_AGE')).toContain('Nothing can be submitted again.');
    expect(await identity.status(userId)).toMatchObject({ status: 'REJECT', final: true });
  });
});
