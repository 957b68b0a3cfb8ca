import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createStore, oneDatabase, type TestStore } from '../../tests/support/databases.ts';
import { sampleUser } from '../../tests/support/samples/sampleUser.ts';
import type { Database } from '../db/database.ts';
import { eraseIdentity, findSubmissionOf, updateSubmission } from '../db/repositories/identity/submissions.ts';
import { insertSession } from '../db/repositories/accounts/sessions.ts';
import type { IdentitySubmissionRow } from '../db/tables/identity.ts';
import type { IdentityContext } from './identityContext.ts';
import { createIdentityService, type IdentityService } from './identityService.ts';
import { DAY_MS, deleteOldIdentities } from './retention.ts';
import { openDocuments } from './review.ts';
import { createTestIdentity, dataUrl, picture, sampleSubmission, sender } from './testing/identities.ts';

const NOW = Date.UTC(2026, 10, 22, 12);

describe.each(oneDatabase(import.meta.filename))('a verification after its submission on %s', (kind) => {
  let store: TestStore;
  let database: Database;
  let context: IdentityContext;
  let identity: IdentityService;
  let now = NOW;
  let anna = 0;
  beforeAll(async () => {
    store = await createStore(kind);
    database = store.open();
    context = createTestIdentity(database, () => now);
    identity = createIdentityService(context);
  });
  beforeEach(async () => {
    now = NOW;
    anna += 1;
    await database
      .insertInto('users')
      .values(sampleUser({ id: anna }))
      .execute();
  });
  afterAll(async () => {
    await database.destroy();
    store.remove();
  });

  const submission = async (): Promise<IdentitySubmissionRow> => {
    const row = await findSubmissionOf(database, anna);
    if (!row) throw new Error('There is no submission');
    return row;
  };
  const decide = async (change: Partial<IdentitySubmissionRow>): Promise<void> => {
    const { id: _id, user_id: _user, version: _version, ...columns } = change;
    await updateSubmission(database, await submission(), { decided_at: now, active_at: now, ...columns });
  };
  const rejectFront = async (is_final = 0): Promise<void> =>
    await decide({ status: 'REJECT', rejected: '[{"field":"frontPhoto","reason":"GLARE"}]', is_final });
  const photos = async () => {
    const { id } = await submission();
    return await database.selectFrom('identity_photos').select('field').where('submission_id', '=', id).execute();
  };

  it('tells how long checks take, once three were decided', async () => {
    const waiting = async (minutes: number) => {
      await identity.submit(sender(anna), await sampleSubmission({ identityNumber: `T${anna}` }));
      const { usualSeconds } = await identity.status(anna);
      now += minutes * 60_000;
      await decide({ status: 'PASS' });
      anna += 1;
      await database
        .insertInto('users')
        .values(sampleUser({ id: anna }))
        .execute();
      return usualSeconds;
    };
    expect([await waiting(1), await waiting(5), await waiting(9), await waiting(2)]).toEqual([null, null, null, 540]);
  });

  it('opens the documents with checks for the reviewer', async () => {
    const number = `N${anna}`;
    await identity.submit(sender(anna), await sampleSubmission({ identityNumber: number }));
    const first = anna;
    anna += 1;
    await database
      .insertInto('users')
      .values(sampleUser({ id: anna }))
      .execute();
    await identity.submit(sender(anna), await sampleSubmission({ identityNumber: ` ${number}`.trim().toLowerCase() }));
    const { id: submissionId } = await submission();
    const opened = await openDocuments(database, { seals: context.seals, submissionId, now });
    expect(opened).toMatchObject({
      details: { firstName: 'Anna Sophie', birthDate: '1991-05-23' },
      checks: { isOfAge: true, isValid: true, sameNumber: [first] },
    });
    expect(opened?.photos.map(({ bytes }) => bytes.toString('hex', 0, 3))).toEqual(['ffd8ff', 'ffd8ff', 'ffd8ff']);
  });

  it('asks only for the rejected photo again, and accepts the others as they are', async () => {
    await identity.submit(sender(anna), await sampleSubmission());
    now += 1;
    await rejectFront();
    expect(await identity.status(anna)).toMatchObject({
      status: 'REJECT',
      documents: [{ field: 'frontPhoto', reason: 'GLARE' }],
      rejectReason: 'Front of the document: light is reflected on it.',
      final: false,
    });
    const { draft } = await identity.draft(anna);
    expect(draft).toMatchObject({ missing: ['frontPhoto'], firstName: 'Anna Sophie' });
    const kept = new Map(draft?.photos.map(({ field, uploadId }) => [field, `upload:${uploadId}`]));
    expect([...kept.keys()].toSorted()).toEqual(['backendPhoto', 'facePhoto']);
    const old = await database
      .selectFrom('identity_photos')
      .select('id')
      .where('submission_id', '=', (await submission()).id)
      .where('field', '=', 'frontPhoto')
      .executeTakeFirstOrThrow();
    const again = {
      backendPhoto: kept.get('backendPhoto') ?? '',
      facePhoto: kept.get('facePhoto') ?? '',
    };
    await expect(
      identity.submit(sender(anna), await sampleSubmission({ ...again, frontPhoto: `upload:${old.id}` })),
    ).rejects.toMatchObject({ details: { field: 'frontPhoto', reason: 'NOT_UPLOADED' } });
    now += 1;
    await identity.submit(sender(anna), await sampleSubmission({ ...again, frontPhoto: dataUrl(await picture('#fff')) }));
    expect(await submission()).toMatchObject({ status: 'PROCESS', attempt: 2, rejected: '[]' });
  });

  it.each([
    ['a verified customer', { status: 'PASS' }, 'PASSED'],
    ['a final rejection', { status: 'REJECT', is_final: 1 }, 'FINAL'],
  ] as const)('lets %s change nothing', async (_name, change, reason) => {
    await identity.submit(sender(anna), await sampleSubmission());
    await decide(change);
    const refusal = { code: 'ERR_NOT_ACCEPTABLE', details: { reason } };
    await expect(identity.submit(sender(anna), await sampleSubmission())).rejects.toMatchObject(refusal);
    await expect(identity.saveDraft(anna, { uploadStep: 'TYPE_ID' })).rejects.toMatchObject(refusal);
    await expect(identity.startUpload(sender(anna), { field: 'facePhoto', bytes: 9 })).rejects.toMatchObject(refusal);
    await expect(identity.createPhoneCode(anna)).rejects.toMatchObject(refusal);
  });

  const DELETED: [string, () => Promise<void>, number][] = [
    ['a draft after 7 days', async () => await identity.saveDraft(anna, { identityType: 'passport' }).then(() => undefined), 7],
    [
      'a rejected one after 30 days',
      async () => {
        await identity.submit(sender(anna), await sampleSubmission());
        await rejectFront();
      },
      30,
    ],
    [
      'a verified one after five years',
      async () => {
        await identity.submit(sender(anna), await sampleSubmission());
        await decide({ status: 'PASS' });
      },
      1_825,
    ],
  ];
  it.each(DELETED)('deletes %s, and not before', async (_name, prepare, days) => {
    await prepare();
    now += days * DAY_MS;
    await deleteOldIdentities(context);
    expect(await findSubmissionOf(database, anna)).toBeDefined();
    now += 1;
    await deleteOldIdentities(context);
    expect(await findSubmissionOf(database, anna)).toBeUndefined();
    expect(await identity.status(anna)).toMatchObject({ status: 'NOT_STARTED' });
  });

  it('deletes a file that is not complete when its customer was idle for an hour, and keeps the draft', async () => {
    const customer = sender(anna);
    const { uploadId } = await identity.startUpload(customer, { field: 'frontPhoto', bytes: 600 });
    const part = (offset: number) => ({ uploadId, offset, data: Buffer.alloc(200).toString('base64') });
    await identity.uploadPart(customer, part(0));
    now += 3_600_000;
    await deleteOldIdentities(context);
    expect(await identity.uploadPart(customer, part(200))).toEqual({ received: 400, photo: null });
    now += 3_600_001;
    await deleteOldIdentities(context);
    await expect(identity.uploadPart(customer, part(400))).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
    expect(await submission()).toMatchObject({ status: 'CREATED' });
  });

  it('keeps the verdict of a final rejection, without documents and details', async () => {
    await identity.submit(sender(anna), await sampleSubmission());
    await rejectFront(1);
    const { wrapped_key: key } = await submission();
    now += 30 * DAY_MS + 1;
    await deleteOldIdentities(context);
    expect(await submission()).toMatchObject({
      status: 'REJECT',
      is_final: 1,
      wrapped_key: null,
      details: null,
      number_digest: null,
    });
    expect(await photos()).toEqual([]);
    await expect(identity.saveDraft(anna, { uploadStep: 'TYPE_ID' })).rejects.toMatchObject({ details: { reason: 'FINAL' } });
    if (kind === 'PostgreSQL') return;
    // Neither the file nor what was written before contains the key.
    await sql`pragma wal_checkpoint(truncate)`.execute(database);
    expect(readFileSync(store.place).includes(key ?? '')).toBe(false);
  });

  it('counts the time of a verified customer from the last visit', async () => {
    await identity.submit(sender(anna), await sampleSubmission());
    await decide({ status: 'PASS' });
    const visit = now + 100 * DAY_MS;
    await insertSession(database, {
      id: `session-${anna}`,
      user_id: anna,
      kind: 'COOKIE',
      access_token_hash: 'a',
      access_expires_at: visit,
      refresh_token_hash: 'r',
      previous_refresh_hash: null,
      superseded_access_hash: null,
      rotated_at: visit,
      expires_at: visit,
      created_at: visit,
      last_used_at: visit,
      second_factor_at: null,
      browser: null,
      system: null,
      client_address: null,
      browser_fingerprint: null,
      is_new_device: 0,
      ended_at: null,
      end_reason: null,
    });
    now += 1_825 * DAY_MS + 1;
    await deleteOldIdentities(context);
    expect(await submission()).toMatchObject({ status: 'PASS', active_at: visit });
  });

  it.each([
    ['draft', 'CREATED', false],
    ['submission', 'PROCESS', false],
    ['rejection', 'REJECT', false],
    ['accepted document', 'PASS', true],
  ] as const)('deletes of a closed account its %s unless it is verified', async (_name, status, stays) => {
    await identity.submit(sender(anna), await sampleSubmission());
    await decide({ status });
    await database.transaction().execute(async (transaction) => await eraseIdentity(transaction, anna, now + 5));
    const left = await findSubmissionOf(database, anna);
    expect(left?.active_at).toBe(stays ? now + 5 : undefined);
    expect(await database.selectFrom('identity_photos').select('id').execute()).toHaveLength(
      (
        await database
          .selectFrom('identity_submissions')
          .select('id')
          .where('wrapped_key', 'is not', null)
          .where('submitted_at', 'is not', null)
          .execute()
      ).length * 3,
    );
  });
});
