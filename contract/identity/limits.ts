/** Limits of a verification. Both sides of a call apply them. */

const KILOBYTE = 1_024;
const MEGABYTE = KILOBYTE * KILOBYTE;

/** The largest photo in a data URL of `kyc/submit`, before base64 */
export const SUBMITTED_PHOTO_BYTES = 5 * MEGABYTE;
/** The largest file that is uploaded in parts */
export const UPLOADED_PHOTO_BYTES = 8 * MEGABYTE;
/** The most bytes of a file in one part, before base64 */
export const UPLOAD_PART_BYTES = 512 * KILOBYTE;
/** Larger bodies are refused. Three photos of the largest size are 20 MB in base64. */
export const SUBMIT_BODY_BYTES = 24 * MEGABYTE;
export const PART_BODY_BYTES = MEGABYTE;
/** A photo is stored with at most this long a side. Clients shrink to it before they upload. */
export const PHOTO_LONG_SIDE = 2_400;
/** A photo whose shorter side has fewer pixels can't be read. */
export const PHOTO_SHORT_SIDE = 300;
/** How long a phone's code is valid */
export const PHONE_CODE_MS = 15 * 60_000;
