/** The states of a verification and the steps of its wizard (specification §4). */

export const IDENTITY_STATUSES = ['NOT_STARTED', 'CREATED', 'PROCESS', 'PASS', 'REJECT'] as const;
/** CREATED: begun, not submitted. PROCESS: a reviewer checks it. */
export type IdentityStatus = (typeof IDENTITY_STATUSES)[number];

export const UPLOAD_STEPS = ['NONE', 'RESIDENTIAL', 'TYPE_ID', 'PERSONAL_INFO', 'GET_READY', 'UPLOADING_DOCS'] as const;
/** Where the customer is in the wizard. NONE: not in it, as before the first answer and after the submission. */
export type UploadStep = (typeof UPLOAD_STEPS)[number];
