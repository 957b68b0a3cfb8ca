import { randomBytes, randomInt } from 'node:crypto';
import { ApiError } from '../../contract/errors.ts';
import { PHONE_CODE_MS } from '../../contract/identity/limits.ts';
import { isoTime } from '../../contract/isoTime.ts';
import type { PhoneCodeOutput, PhoneDraftOutput, RedeemPhoneOutput } from '../../contract/schemas/identity.ts';
import { sha256 } from '../common/hashing.ts';
import { findPhoneByPass, redeemPhone, replacePhone } from '../db/repositories/identity/phones.ts';
import { listPhotos } from '../db/repositories/identity/photos.ts';
import { findSubmission } from '../db/repositories/identity/submissions.ts';
import type { IdentityPhoneTable, IdentitySubmissionRow } from '../db/tables/identity.ts';
import type { IdentityContext } from './identityContext.ts';
import { changeOpen, detailsOf, findOrCreateSubmission, photoStateOf, presentPhoto } from './submissions.ts';

const newSecret = (): string => randomBytes(32).toString('base64url');

/** Creates a code with which a phone can add photos for 15 minutes. It replaces the code before. */
export async function createPhoneCode(context: IdentityContext, userId: number): Promise<PhoneCodeOutput> {
  const { database, now } = context;
  const { id } = await findOrCreateSubmission(context, database, userId);
  const token = newSecret();
  const number = String(randomInt(1_000_000)).padStart(6, '0');
  const expiresAt = now() + PHONE_CODE_MS;
  await changeOpen(context, id, async (transaction) => {
    await replacePhone(transaction, { submission_id: id, code_hash: sha256(token), number, expires_at: expiresAt });
    return {};
  });
  return { token, number, expiresAt: isoTime(expiresAt) };
}

/** Exchanges a code for a pass. Throws ERR_NOT_FOUND if it was used, replaced or has expired. */
export async function redeemCode(context: IdentityContext, token: string): Promise<RedeemPhoneOutput> {
  const { database, now } = context;
  const pass = newSecret();
  const phone = await redeemPhone(database, { codeHash: sha256(token), passHash: sha256(pass), now: now() });
  if (!phone) throw uselessCode();
  return { pass, ...(await present(context, phone, await submissionOf(context, phone))) };
}

/** Returns what a phone sees of the draft: no details of the customer. Throws ERR_NOT_FOUND for a useless pass. */
export async function readPhoneDraft(context: IdentityContext, pass: string): Promise<PhoneDraftOutput> {
  const phone = await findPhone(context, pass);
  return await present(context, phone, await submissionOf(context, phone));
}

/** Returns the submission that a pass may add photos to. Throws ERR_NOT_FOUND for a useless pass. */
export async function submissionOfPass(context: IdentityContext, pass: string): Promise<IdentitySubmissionRow> {
  return await submissionOf(context, await findPhone(context, pass));
}

async function findPhone({ database, now }: IdentityContext, pass: string): Promise<IdentityPhoneTable> {
  const phone = await findPhoneByPass(database, sha256(pass), now());
  if (!phone) throw uselessCode();
  return phone;
}

async function submissionOf({ database }: IdentityContext, phone: IdentityPhoneTable): Promise<IdentitySubmissionRow> {
  const submission = await findSubmission(database, phone.submission_id);
  if (!submission) throw uselessCode();
  return submission;
}

async function present(
  context: IdentityContext,
  { number, expires_at }: IdentityPhoneTable,
  submission: IdentitySubmissionRow,
): Promise<PhoneDraftOutput> {
  const details = detailsOf(context, submission);
  const { usable, missing } = photoStateOf(submission, details, await listPhotos(context.database, submission.id));
  return {
    number,
    expiresAt: isoTime(expires_at),
    identityType: details.identityType ?? null,
    photos: usable.map(presentPhoto),
    missing,
  };
}

function uselessCode(): ApiError {
  return new ApiError('ERR_NOT_FOUND', 'This code no longer works. Show a new one on your computer.');
}
