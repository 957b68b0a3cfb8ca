import type { IdentityDraft, IdentityStatusOutput, PhoneDraftOutput } from '../../../contract/api/identity.ts';

export const noVerification: IdentityStatusOutput = {
  status: 'NOT_STARTED',
  rejectReason: null,
  documents: [],
  final: false,
  uploadStep: 'NONE',
  submittedAt: null,
  decidedAt: null,
  validUntil: null,
  photosDeletedAt: null,
};

/** A draft whose questions are answered, with the photos that are missing. */
export const sampleDraft: IdentityDraft = {
  uploadStep: 'UPLOADING_DOCS',
  firstName: 'Anna Sophie',
  lastName: 'Karlsen',
  residenceCountry: 'DE',
  issueCountry: 'DE',
  birthDate: '1991-05-23',
  expireDate: '2099-01-01',
  identityType: 'idcard',
  identityNumber: 'L01X00T47',
  photos: [],
  missing: ['frontPhoto', 'backendPhoto', 'facePhoto'],
  phone: null,
  expiresAt: '2126-12-04T12:00:00.000Z',
};

export const emptyDraft: IdentityDraft = {
  ...sampleDraft,
  uploadStep: 'RESIDENTIAL',
  firstName: null,
  lastName: null,
  residenceCountry: null,
  issueCountry: null,
  birthDate: null,
  expireDate: null,
  identityType: null,
  identityNumber: null,
  missing: [],
};

export const samplePhoneDraft: PhoneDraftOutput = {
  number: '482106',
  expiresAt: '2126-11-27T12:15:00.000Z',
  identityType: 'passport',
  photos: [],
  missing: ['frontPhoto', 'facePhoto'],
};

/** The uploaded photo of a field, with an id of its own */
export const uploadedPhoto = (field: 'frontPhoto' | 'backendPhoto' | 'facePhoto') => ({
  field,
  uploadId: field.padEnd(22, '0'),
  uploadedAt: '2026-11-27T12:00:00.000Z',
});
