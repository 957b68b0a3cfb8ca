import type {
  IdentityDraftOutput,
  IdentityStatusOutput,
  PhoneCodeOutput,
  PhoneDraftOutput,
  PhotoPartInput,
  PhotoPartOutput,
  RedeemPhoneOutput,
  SaveIdentityDraftInput,
  StartPhotoUploadInput,
  StartPhotoUploadOutput,
  SubmitIdentityInput,
} from '../../contract/schemas/identity.ts';
import type { IdentitySubmissionRow } from '../db/tables/identity.ts';
import { readDraft, saveDraft } from './drafts.ts';
import type { IdentityContext, IdentityCustomer } from './identityContext.ts';
import { createPhoneCode, readPhoneDraft, redeemCode, submissionOfPass } from './phones.ts';
import { readStatus } from './status.ts';
import { findOrCreateSubmission } from './submissions.ts';
import { submitIdentity } from './submit.ts';
import { startUpload, uploadPart } from './uploads.ts';

/** Who adds a photo: the customer, or a phone with a pass. */
export type PhotoSender = IdentityCustomer | { pass: string; client: string };

/** The verification of customers. Errors are those of `contract/api/identity.ts`, as the API description lists them. */
export interface IdentityService {
  status(userId: number): Promise<IdentityStatusOutput>;
  submit(customer: IdentityCustomer, input: SubmitIdentityInput): Promise<IdentityStatusOutput>;
  draft(userId: number): Promise<IdentityDraftOutput>;
  saveDraft(userId: number, input: SaveIdentityDraftInput): Promise<IdentityDraftOutput>;
  startUpload(sender: PhotoSender, input: StartPhotoUploadInput): Promise<StartPhotoUploadOutput>;
  uploadPart(sender: PhotoSender, input: PhotoPartInput): Promise<PhotoPartOutput>;
  createPhoneCode(userId: number): Promise<PhoneCodeOutput>;
  redeemPhone(token: string): Promise<RedeemPhoneOutput>;
  phoneDraft(pass: string): Promise<PhoneDraftOutput>;
}

export function createIdentityService(context: IdentityContext): IdentityService {
  const submissionFor = async (sender: PhotoSender): Promise<IdentitySubmissionRow> =>
    'pass' in sender
      ? await submissionOfPass(context, sender.pass)
      : await findOrCreateSubmission(context, context.database, sender.userId);
  return {
    status: async (userId) => await readStatus(context, userId),
    submit: async (customer, input) => {
      await submitIdentity(context, customer, input);
      return await readStatus(context, customer.userId);
    },
    draft: async (userId) => ({ draft: await readDraft(context, userId) }),
    saveDraft: async (userId, input) => {
      await saveDraft(context, userId, input);
      return { draft: await readDraft(context, userId) };
    },
    startUpload: async (sender, input) => ({ uploadId: await startUpload(context, (await submissionFor(sender)).id, input) }),
    uploadPart: async (sender, input) =>
      await uploadPart(context, await submissionFor(sender), { ...input, client: sender.client }),
    createPhoneCode: async (userId) => await createPhoneCode(context, userId),
    redeemPhone: async (token) => await redeemCode(context, token),
    phoneDraft: async (pass) => await readPhoneDraft(context, pass),
  };
}
