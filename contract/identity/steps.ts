/** The states of a verification and the steps of its wizard (specification §4). */

export const IDENTITY_STATUSES = ['NOT_STARTED', 'CREATED', 'PROCESS', 'PASS', 'REJECT'] as const;
/** CREATED: begun, not submitted. PROCESS: a reviewer checks it. */
export type IdentityStatus = (typeof IDENTITY_STATUSES)[number];

export const UPLOAD_STEPS = ['NONE', 'RESIDENTIAL', 'TYPE_ID', 'PERSONAL_INFO', 'GET_READY', 'UPLOADING_DOCS'] as const;
/** Where the customer is in the wizard. NONE: not in it, as before the first answer and after the submission. */
export type UploadStep = (typeof UPLOAD_STEPS)[number];

/** 0: answers are missing. 1: photos are missing, or were submitted. 3: verified. */
export type VerificationStep = 0 | 1 | 3;

/** Returns the derived step of specification §4. */
export function verificationStep(status: IdentityStatus, uploadStep: UploadStep): VerificationStep {
  switch (uploadStep) {
    case 'RESIDENTIAL':
    case 'TYPE_ID':
    case 'PERSONAL_INFO':
      return 0;
    case 'GET_READY':
    case 'UPLOADING_DOCS':
      return 1;
    case 'NONE':
      if (status === 'PASS') return 3;
      return status === 'NOT_STARTED' ? 0 : 1;
  }
}
