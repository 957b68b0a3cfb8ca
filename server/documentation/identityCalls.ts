import type { CallDescriptions, ErrorCase } from './call.ts';
import { FOREIGN_ORIGIN } from './userCalls.ts';

const NOT_OPEN: ErrorCase = {
  when: 'Nothing can be changed now: `details.reason` is `SUBMITTED` (a reviewer checks it), `PASSED` or `FINAL` (the rejection is final).',
  message: 'Your documents are being checked. Nothing can be changed now.',
  details: { reason: 'SUBMITTED' },
};
/** Of the calls that open photos (D82) */
const PHOTOS_CLOSED: ErrorCase = {
  ...NOT_OPEN,
  when: `${NOT_OPEN.when} EMAIL_NOT_CONFIRMED: photos need a confirmed e-mail.`,
};
const MESSENGER_PROOF: ErrorCase = {
  when: 'The customer has no e-mail, and the session proved nothing in the last five minutes. Call `startSecondFactor` and `verifySecondFactor`, then repeat the call.',
  message: 'Confirm that it is you, then repeat the call.',
};
const BAD_PHOTO: ErrorCase = {
  when: 'A file is no photo that can be read. `details.field` names it, `details.reason` is `HEIC`, `WRONG_TYPE`, `DAMAGED`, `TOO_SMALL` or `TOO_MANY_PIXELS`.',
  message: 'This file is in Apple’s HEIC format, which we can’t read. Choose a JPEG or PNG, or take the photo here.',
  details: { field: 'frontPhoto', reason: 'HEIC' },
};
const USELESS_CODE: ErrorCase = {
  when: 'The code was used, replaced, has expired, or was never created.',
  message: 'This code no longer works. Show a new one on your computer.',
};
const TOO_LARGE: ErrorCase = { when: 'The body is larger than this call accepts.', message: 'Request body is too large' };

/** Descriptions of the calls of a customer's identity verification. */
export const identityCalls: CallDescriptions<'identity'> = {
  'identity.status': {
    operationId: 'getIdentityStatus',
    summary: 'Read the state of the verification',
    description:
      'Returns whether the customer is verified, or what a reviewer rejected and why. Only rejected fields are requested again.',
    session: 'READ',
  },
  'identity.submit': {
    operationId: 'submitIdentity',
    summary: 'Submit the documents',
    description:
      'Hands the details and photos to a reviewer. Each photo is a data URL of at most 5 MB, or `upload:` with the id of a finished upload. A passport needs front and face, a card both sides and face. The customer must be of age, and the document valid. The body may have 24 MB.',
    session: 'CHANGE',
    errors: {
      ERR_NOT_ACCEPTABLE: PHOTOS_CLOSED,
      ERR_SECOND_FACTOR_REQUIRED: MESSENGER_PROOF,
      ERR_UNPROCESSABLE_ENTITY: BAD_PHOTO,
      ERR_PAYLOAD_TOO_LARGE: TOO_LARGE,
      ERR_VALIDATION: {
        when: 'A detail is not possible. `details.field` names it, `details.reason` is `NO_DATE`, `UNDER_AGE`, `EXPIRED`, `NO_COUNTRY`, `MISSING`, `NOT_UPLOADED` or `TOO_LARGE`.',
        message: 'You must be at least 18 years old.',
        details: { field: 'birthDate', reason: 'UNDER_AGE' },
      },
    },
  },
  'identity.draft': {
    operationId: 'getIdentityDraft',
    summary: 'Read the draft',
    description: 'Returns what the customer has answered and uploaded so far; null if nothing was begun or it was submitted.',
    session: 'READ',
    errors: {
      ERR_NOT_ACCEPTABLE: {
        when: 'The host has another key than the one that encrypted it.',
        message: 'This host does not have the key of these documents.',
        details: { reason: 'UNREADABLE' },
      },
    },
  },
  'identity.saveDraft': {
    operationId: 'saveIdentityDraft',
    summary: 'Save answers of the draft',
    description:
      'Creates the draft or changes it. A field that is left out keeps its value. Another type of document discards the photos. A draft that nobody changes is deleted after 7 days, unless the operator configures another time.',
    session: 'CHANGE',
    errors: { ERR_NOT_ACCEPTABLE: NOT_OPEN },
  },
  'identity.startUpload': {
    operationId: 'startIdentityUpload',
    summary: 'Start the upload of a photo',
    description:
      'Announces a file of at most 8 MB. It replaces the photo of the same field once it is complete. A phone names its `pass` instead of a session.',
    session: 'OPTIONAL',
    errors: { ERR_NOT_ACCEPTABLE: PHOTOS_CLOSED, ERR_SECOND_FACTOR_REQUIRED: MESSENGER_PROOF, ERR_NOT_FOUND: USELESS_CODE },
  },
  'identity.uploadPart': {
    operationId: 'uploadIdentityPart',
    summary: 'Upload a part of a photo',
    description:
      'Stores up to 512 KiB at the offset, if the host has everything before it. The answer always says how much the host has: after a lost connection, continue there. With the last part the photo is read, and stored without the data that cameras add, such as a location.',
    session: 'OPTIONAL',
    errors: {
      ERR_NOT_ACCEPTABLE: NOT_OPEN,
      ERR_UNPROCESSABLE_ENTITY: BAD_PHOTO,
      ERR_PAYLOAD_TOO_LARGE: TOO_LARGE,
      ERR_NOT_FOUND: {
        when: 'There is no such upload: it ended, or a newer one of the same field replaced it.',
        message: 'This upload has ended. Start it again.',
      },
    },
  },
  'identity.createPhoneCode': {
    operationId: 'createIdentityPhoneCode',
    summary: 'Create a code for a phone',
    description:
      'Returns a secret for a QR code. A phone that redeems it can add photos to this draft, and nothing else, for 15 minutes. It replaces the code before.',
    session: 'CHANGE',
    errors: { ERR_NOT_ACCEPTABLE: PHOTOS_CLOSED, ERR_SECOND_FACTOR_REQUIRED: MESSENGER_PROOF },
  },
  'identity.redeemPhone': {
    operationId: 'redeemIdentityPhone',
    summary: 'Redeem the code on a phone',
    description:
      'Exchanges the secret of the QR code for a pass. The secret works once. Both devices show `number`, so that the customer sees that they belong together.',
    errors: { ERR_NOT_FOUND: USELESS_CODE, ERR_FORBIDDEN: FOREIGN_ORIGIN },
  },
  'identity.phoneDraft': {
    operationId: 'getIdentityPhoneDraft',
    summary: 'Read on a phone which photos are missing',
    description: 'Returns the photos that the phone may add. The customer’s details are not part of the answer.',
    errors: { ERR_NOT_FOUND: USELESS_CODE, ERR_FORBIDDEN: FOREIGN_ORIGIN },
  },
};
