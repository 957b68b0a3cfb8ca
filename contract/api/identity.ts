import { PART_BODY_BYTES, SUBMIT_BODY_BYTES } from '../identity/limits.ts';
import type * as schemas from '../schemas/identity.ts';
import { get, post, type None } from './route.ts';

export type * from '../schemas/identity.ts';

const kyc = '/api/v1/users/kyc';
/** Three photos over a slow connection */
const SUBMIT_TIMEOUT_MS = 120_000;
const PART_TIMEOUT_MS = 60_000;

/** The two calls of §7, and additive calls for a draft, its files and a phone that adds photos. */
export const identityRoutes = {
  'identity.status': get<None, schemas.IdentityStatusOutput>(`${kyc}/status`),
  'identity.submit': post<schemas.SubmitIdentityInput, schemas.IdentityStatusOutput>(`${kyc}/submit`, {
    timeoutMs: SUBMIT_TIMEOUT_MS,
    bodyBytes: SUBMIT_BODY_BYTES,
  }),
  'identity.draft': get<None, schemas.IdentityDraftOutput>(`${kyc}/draft`),
  /** Creates the draft, or changes it. */
  'identity.saveDraft': post<schemas.SaveIdentityDraftInput, schemas.IdentityDraftOutput>(`${kyc}/draft`),
  /** Starts the upload of a file. It replaces the photo of the same field once it is complete. */
  'identity.startUpload': post<schemas.StartPhotoUploadInput, schemas.StartPhotoUploadOutput>(`${kyc}/uploads`),
  'identity.uploadPart': post<schemas.PhotoPartInput, schemas.PhotoPartOutput>(`${kyc}/uploads/part`, {
    timeoutMs: PART_TIMEOUT_MS,
    bodyBytes: PART_BODY_BYTES,
  }),
  'identity.createPhoneCode': post<None, schemas.PhoneCodeOutput>(`${kyc}/phone/code`),
  /** Called by the phone, without a session. */
  'identity.redeemPhone': post<schemas.RedeemPhoneInput, schemas.RedeemPhoneOutput>(`${kyc}/phone/redeem`),
  'identity.phoneDraft': post<schemas.PhonePassInput, schemas.PhoneDraftOutput>(`${kyc}/phone`),
} as const;
