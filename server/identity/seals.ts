import { randomBytes } from 'node:crypto';
import { ApiError } from '../../contract/errors.ts';
import { UNREADABLE, type PhotoField } from '../../contract/identity/documents.ts';
import { createSealing, type Sealing } from '../accounts/sealing.ts';
import type { IdentitySubmissionRow } from '../db/tables/identity.ts';
import type { DraftDetails, IdentityDetails } from './details.ts';

/** Encrypts what belongs to one submission, with its own key. */
export interface SubmissionSeal {
  sealDetails(details: DraftDetails): string;
  openDetails(sealed: string): DraftDetails;
  /** Of a finished photo. A photo opens only as this photo of this field. */
  sealPhoto(bytes: Uint8Array, photo: { id: string; field: PhotoField }): Buffer;
  openPhoto(sealed: Uint8Array, photo: { id: string; field: PhotoField }): Buffer;
  /** Of a part of an upload. A part opens only where it was. */
  sealPart(bytes: Uint8Array, part: { uploadId: string; start: number }): Buffer;
  openPart(sealed: Uint8Array, part: { uploadId: string; start: number }): Buffer;
}

/** The keys of submissions. Each is stored encrypted under the key of the host: deleting it deletes what it encrypted. */
export interface Seals {
  /** Returns a new key, encrypted, to be stored with the submission. */
  createKey(submissionId: string): string;
  /** Throws ERR_NOT_FOUND once the key was deleted, and ERR_NOT_ACCEPTABLE if this host has another key than the one that encrypted it. */
  of(submission: Pick<IdentitySubmissionRow, 'id' | 'wrapped_key'>): SubmissionSeal;
  /** Returns a digest of a document's number that is the same for every customer. */
  digestNumber(document: Pick<IdentityDetails, 'issueCountry' | 'identityType' | 'identityNumber'>): string;
}

const KEY_BYTES = 32;

/** `hostKey` has 32 bytes: `loadIdentityKey`. */
export function createSeals(hostKey: Uint8Array): Seals {
  const host = createSealing(hostKey);
  return {
    createKey: (id) => host.seal(randomBytes(KEY_BYTES).toString('base64url'), ownerOf(id, 'key')),
    of: ({ id, wrapped_key }) => {
      if (wrapped_key === null) throw new ApiError('ERR_NOT_FOUND', 'These documents were deleted.');
      return createSubmissionSeal(id, createSealing(Buffer.from(unwrap(host, wrapped_key, id), 'base64url')));
    },
    digestNumber: ({ issueCountry, identityType, identityNumber }) => {
      const number = identityNumber.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase();
      return host.digest(JSON.stringify([issueCountry, identityType, number]), 'identity number');
    },
  };
}

/** `IDENTITY_KEY_FILE` was lost or replaced: nobody can read the documents with another key. */
function unwrap(host: Sealing, wrappedKey: string, id: string): string {
  try {
    return host.open(wrappedKey, ownerOf(id, 'key'));
  } catch {
    throw new ApiError('ERR_NOT_ACCEPTABLE', 'This host does not have the key of these documents.', { reason: UNREADABLE });
  }
}

function createSubmissionSeal(id: string, sealing: Sealing): SubmissionSeal {
  return {
    sealDetails: (details) => sealing.seal(JSON.stringify(details), ownerOf(id, 'details')),
    // Only the host writes it, and the seal proves that.
    openDetails: (sealed) => JSON.parse(sealing.open(sealed, ownerOf(id, 'details'))) as DraftDetails,
    sealPhoto: (bytes, photo) => sealing.sealBytes(bytes, ownerOf(id, photo.field, photo.id)),
    openPhoto: (sealed, photo) => sealing.openBytes(sealed, ownerOf(id, photo.field, photo.id)),
    sealPart: (bytes, { uploadId, start }) => sealing.sealBytes(bytes, ownerOf(id, 'part', uploadId, String(start))),
    openPart: (sealed, { uploadId, start }) => sealing.openBytes(sealed, ownerOf(id, 'part', uploadId, String(start))),
  };
}

const ownerOf = (submissionId: string, ...field: string[]): string => ['identity', submissionId, ...field].join(':');
