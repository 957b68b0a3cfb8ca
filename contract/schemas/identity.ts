import Type, { type Static } from 'typebox';
import { IDENTITY_TYPES, PHOTO_FIELDS, REJECT_REASONS, REVIEWED_FIELDS } from '../identity/documents.ts';
import { SUBMITTED_PHOTO_BYTES, UPLOAD_PART_BYTES, UPLOADED_PHOTO_BYTES } from '../identity/limits.ts';
import { IDENTITY_STATUSES, UPLOAD_STEPS } from '../identity/steps.ts';
import { closed, nullable, Timestamp } from './common.ts';

/** The account's own identity verification: `users/kyc/*` of §7, drafts, uploads in parts, and photos from a phone. */

/** Base64 has four characters for three bytes. */
const base64Length = (bytes: number): number => Math.ceil(bytes / 3) * 4;

const PhotoFieldSchema = Type.Enum([...PHOTO_FIELDS], { title: 'IdentityPhotoField' });
const IdentityTypeSchema = Type.Enum([...IDENTITY_TYPES], { title: 'IdentityType' });
const UploadStepSchema = Type.Enum([...UPLOAD_STEPS], {
  title: 'IdentityUploadStep',
  description: 'Where the customer stopped in the wizard',
});
const UploadId = Type.String({ pattern: '^[A-Za-z0-9_-]{22}$', description: '128 random bits, base64url' });
const CivilDate = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  description: 'A date without a time',
  examples: ['1991-05-23'],
});
const Country = Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2', examples: ['DE'] });
const Name = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S', examples: ['Anna'] });
const IdentityNumber = Type.String({
  minLength: 3,
  maxLength: 40,
  pattern: '^[A-Za-z0-9][A-Za-z0-9 /.-]*$',
  examples: ['L01X00T47'],
});
/** A one-time secret of the QR code */
const PhoneToken = Type.String({
  pattern: '^[A-Za-z0-9_-]{43}$',
  description: '256 random bits from the QR code; it works once',
});
const PhonePass = Type.String({
  pattern: '^[A-Za-z0-9_-]{43}$',
  description: 'From `redeemIdentityPhone`: it can only add photos to this draft',
});
const PhoneNumberShown = Type.String({
  pattern: '^[0-9]{6}$',
  description: 'Six digits that the computer and the phone both show, so that the customer sees that they belong together',
});

const RejectedFieldSchema = Type.Object({
  field: Type.Enum([...REVIEWED_FIELDS], { description: 'A photo, or `details`: what the customer typed' }),
  reason: Type.Enum([...REJECT_REASONS], { title: 'IdentityRejectReason' }),
});

export const IdentityStatusResponse = Type.Object({
  status: Type.Enum([...IDENTITY_STATUSES], { title: 'IdentityStatus' }),
  rejectReason: nullable(Type.String({ description: 'The reasons of the rejection in English, one sentence each' })),
  documents: Type.Array(RejectedFieldSchema, { description: 'What was rejected; only this is requested again' }),
  final: Type.Boolean({ description: 'The rejection is final: nothing can be submitted again' }),
  uploadStep: UploadStepSchema,
  submittedAt: nullable(Timestamp),
  decidedAt: nullable(Timestamp),
  usualSeconds: Type.Optional(
    nullable(
      Type.Integer({
        minimum: 0,
        description:
          'PROCESS: within how long this host decided nine of ten of its last checks (additive); null: too few to tell',
      }),
    ),
  ),
  validUntil: nullable({ ...CivilDate, description: 'When the accepted document expires' }),
  photosDeletedAt: nullable({
    ...Timestamp,
    description: 'When the photos of a decided verification are deleted; in the past: they were',
  }),
});
export type IdentityStatusOutput = Static<typeof IdentityStatusResponse>;

/** Details of §3, and the country of residence */
const details = {
  firstName: Name,
  lastName: Name,
  issueCountry: Country,
  birthDate: CivilDate,
  expireDate: Type.String({
    ...CivilDate,
    description: '2099-01-01: the document has no expiry date',
    examples: ['2031-03-14'],
  }),
  identityType: IdentityTypeSchema,
  identityNumber: IdentityNumber,
};

const Photo = Type.String({
  pattern: '^(?:data:image/(?:jpeg|png|webp);base64,[A-Za-z0-9+/]+={0,2}|upload:[A-Za-z0-9_-]{22})$',
  maxLength: base64Length(SUBMITTED_PHOTO_BYTES) + 40,
  description: 'A data URL (JPEG, PNG, WebP; at most 5 MB), or `upload:` with the `uploadId` of a finished upload of this draft',
  examples: ['upload:w8Yt0m3cT7mQ2ZkYbJc1Rg'],
});

export const SubmitIdentityBody = Type.Object(
  {
    ...details,
    expireDate: Type.Optional(details.expireDate),
    residenceCountry: Type.Optional(Country),
    facePhoto: Photo,
    frontPhoto: Photo,
    backendPhoto: Type.Optional({ ...Photo, description: 'The back of a card. A passport has none' }),
  },
  closed,
);
export type SubmitIdentityInput = Static<typeof SubmitIdentityBody>;

const UploadedPhoto = Type.Object({
  field: PhotoFieldSchema,
  uploadId: UploadId,
  uploadedAt: Timestamp,
});
export type UploadedPhoto = Static<typeof UploadedPhoto>;

const DraftSchema = Type.Object(
  {
    uploadStep: UploadStepSchema,
    firstName: nullable(Name),
    lastName: nullable(Name),
    residenceCountry: nullable(Country),
    issueCountry: nullable(Country),
    birthDate: nullable(CivilDate),
    expireDate: nullable(CivilDate),
    identityType: nullable(IdentityTypeSchema),
    identityNumber: nullable(IdentityNumber),
    photos: Type.Array(UploadedPhoto, { description: 'Those that need not be taken again' }),
    missing: Type.Array(PhotoFieldSchema, { description: 'Photos that this document still needs; empty without `identityType`' }),
    phone: nullable(
      Type.Object(
        { number: PhoneNumberShown, expiresAt: Timestamp, isRedeemed: Type.Boolean() },
        { description: 'The QR code that is valid now' },
      ),
    ),
    expiresAt: { ...Timestamp, description: 'Without another change the draft is deleted then' },
  },
  { title: 'IdentityDraft' },
);
export type IdentityDraft = Static<typeof DraftSchema>;

export const IdentityDraftResponse = Type.Object({ draft: nullable(DraftSchema) });
export type IdentityDraftOutput = Static<typeof IdentityDraftResponse>;

/** An absent field keeps its value. */
export const SaveIdentityDraftBody = Type.Object(
  {
    uploadStep: Type.Optional(UploadStepSchema),
    firstName: Type.Optional(details.firstName),
    lastName: Type.Optional(details.lastName),
    residenceCountry: Type.Optional(Country),
    issueCountry: Type.Optional(details.issueCountry),
    birthDate: Type.Optional(details.birthDate),
    expireDate: Type.Optional(details.expireDate),
    identityType: Type.Optional(details.identityType),
    identityNumber: Type.Optional(details.identityNumber),
  },
  closed,
);
export type SaveIdentityDraftInput = Static<typeof SaveIdentityDraftBody>;

const pass = { pass: Type.Optional(PhonePass) };

export const StartPhotoUploadBody = Type.Object(
  { ...pass, field: PhotoFieldSchema, bytes: Type.Integer({ minimum: 1, maximum: UPLOADED_PHOTO_BYTES }) },
  closed,
);
export type StartPhotoUploadInput = Static<typeof StartPhotoUploadBody>;
export const StartPhotoUploadResponse = Type.Object({ uploadId: UploadId });
export type StartPhotoUploadOutput = Static<typeof StartPhotoUploadResponse>;

export const PhotoPartBody = Type.Object(
  {
    ...pass,
    uploadId: UploadId,
    offset: Type.Integer({ minimum: 0, maximum: UPLOADED_PHOTO_BYTES, description: 'Where this part begins in the file' }),
    data: Type.String({
      pattern: '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$',
      minLength: 4,
      maxLength: base64Length(UPLOAD_PART_BYTES),
      description: 'At most 512 KiB of the file, in base64',
      examples: ['/9j/4AAQ'],
    }),
  },
  closed,
);
export type PhotoPartInput = Static<typeof PhotoPartBody>;
export const PhotoPartResponse = Type.Object({
  received: Type.Integer({ description: 'Bytes that the host has. Continue there, also after a lost answer' }),
  photo: nullable({ ...UploadedPhoto, description: 'Set once the file is complete and can be read' }),
});
export type PhotoPartOutput = Static<typeof PhotoPartResponse>;

export const PhoneCodeResponse = Type.Object({
  token: { ...PhoneToken, description: 'For the fragment of the address in the QR code. A new one replaces it' },
  number: PhoneNumberShown,
  expiresAt: Timestamp,
});
export type PhoneCodeOutput = Static<typeof PhoneCodeResponse>;

export const RedeemPhoneBody = Type.Object({ token: PhoneToken }, closed);
export type RedeemPhoneInput = Static<typeof RedeemPhoneBody>;
export const PhonePassBody = Type.Object({ pass: PhonePass }, closed);
export type PhonePassInput = Static<typeof PhonePassBody>;

const phoneDraft = {
  number: PhoneNumberShown,
  expiresAt: Timestamp,
  identityType: nullable(IdentityTypeSchema),
  photos: Type.Array(UploadedPhoto),
  missing: Type.Array(PhotoFieldSchema),
};
export const PhoneDraftResponse = Type.Object(phoneDraft);
export type PhoneDraftOutput = Static<typeof PhoneDraftResponse>;
export const RedeemPhoneResponse = Type.Object({ pass: PhonePass, ...phoneDraft });
export type RedeemPhoneOutput = Static<typeof RedeemPhoneResponse>;
