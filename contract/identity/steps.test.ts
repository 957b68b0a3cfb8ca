import { expect, test } from 'vitest';
import { IDENTITY_STATUSES, UPLOAD_STEPS, verificationStep, type IdentityStatus, type UploadStep } from './steps.ts';

const ANSWERS = ['RESIDENTIAL', 'TYPE_ID', 'PERSONAL_INFO'] as const;
const PHOTOS = ['GET_READY', 'UPLOADING_DOCS'] as const;

const TABLE: [IdentityStatus, UploadStep, number][] = [
  ...IDENTITY_STATUSES.flatMap((status) => ANSWERS.map((step): [IdentityStatus, UploadStep, number] => [status, step, 0])),
  ...IDENTITY_STATUSES.flatMap((status) => PHOTOS.map((step): [IdentityStatus, UploadStep, number] => [status, step, 1])),
  ['NOT_STARTED', 'NONE', 0],
  ['CREATED', 'NONE', 1],
  ['PROCESS', 'NONE', 1],
  ['REJECT', 'NONE', 1],
  ['PASS', 'NONE', 3],
];

test('covers every status with every step', () => {
  expect(new Set(TABLE.map(([status, step]) => `${status} ${step}`)).size).toBe(IDENTITY_STATUSES.length * UPLOAD_STEPS.length);
});

test.each(TABLE)('derives from %s and %s the step %i', (status, step, derived) => {
  expect(verificationStep(status, step)).toBe(derived);
});
