/** Documents that prove an identity, and what a reviewer may find wrong with them. */

/** The identity types of specification §4 */
export const IDENTITY_TYPES = ['passport', 'idcard', 'drivinglicense'] as const;
export type IdentityType = (typeof IDENTITY_TYPES)[number];

/** `details.reason` of ERR_NOT_ACCEPTABLE: the host has another key than the one that encrypted the documents. */
export const UNREADABLE = 'UNREADABLE';

/** The photos of a verification: the sides of the document, and the face (specification §3) */
export const PHOTO_FIELDS = ['frontPhoto', 'backendPhoto', 'facePhoto'] as const;
export type PhotoField = (typeof PHOTO_FIELDS)[number];

const PHOTOS: Readonly<Record<IdentityType, readonly PhotoField[]>> = {
  passport: ['frontPhoto', 'facePhoto'],
  idcard: PHOTO_FIELDS,
  drivinglicense: PHOTO_FIELDS,
};

/** Returns the photos that a document needs, in the order in which the customer takes them. */
export const photosOf = (type: IdentityType): readonly PhotoField[] => PHOTOS[type];

/** What a reviewer judges: each photo, and the typed details. Each has its own reason. */
export const REVIEWED_FIELDS = [...PHOTO_FIELDS, 'details'] as const;
export type ReviewedField = (typeof REVIEWED_FIELDS)[number];

const SIDE_REASONS = [
  'BLURRED',
  'GLARE',
  'CROPPED',
  'NOT_READABLE',
  'SIDE_MISSING',
  'WRONG_DOCUMENT',
  'EXPIRED',
  'COPY_OR_SCREEN',
] as const;
const FACE_REASONS = ['BLURRED', 'GLARE', 'CROPPED', 'COPY_OR_SCREEN', 'FACE_MISMATCH'] as const;
const DETAILS_REASONS = ['DATA_MISMATCH', 'UNDER_AGE', 'COUNTRY'] as const;

export const REJECT_REASONS = [...SIDE_REASONS, 'FACE_MISMATCH', ...DETAILS_REASONS] as const;
export type RejectReason = (typeof REJECT_REASONS)[number];

const REASONS: Readonly<Record<ReviewedField, readonly RejectReason[]>> = {
  frontPhoto: SIDE_REASONS,
  backendPhoto: SIDE_REASONS,
  facePhoto: FACE_REASONS,
  details: DETAILS_REASONS,
};

/** Returns the reasons for which a reviewer may reject a field, in the order of their keyboard shortcuts. */
export const reasonsOf = (field: ReviewedField): readonly RejectReason[] => REASONS[field];

/** A field that a reviewer rejected. Only the fields with a reason are requested again. */
export interface RejectedField {
  field: ReviewedField;
  reason: RejectReason;
}

/** Why a file is no photo that a reviewer can judge: `details.reason` of ERR_UNPROCESSABLE_ENTITY */
export const PHOTO_FAULTS = ['HEIC', 'WRONG_TYPE', 'DAMAGED', 'TOO_SMALL', 'TOO_MANY_PIXELS'] as const;
export type PhotoFault = (typeof PHOTO_FAULTS)[number];
