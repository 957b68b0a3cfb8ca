import sharp from 'sharp';
import type { SubmitIdentityInput } from '../../../contract/schemas/identity.ts';
import type { Database } from '../../db/database.ts';
import type { IdentityContext } from '../identityContext.ts';
import { createPhotoReader } from '../readPhoto.ts';
import { createSeals } from '../seals.ts';

const TEST_RETENTION = { draftDays: 7, rejectedDays: 30, passedDays: 1_825 };

export const TEST_SEALS = createSeals(new Uint8Array(32).fill(7));

/** Returns the context of a verification on a database, with a key of its own. */
export function createTestIdentity(database: Database, now: () => number, seals = TEST_SEALS): IdentityContext {
  return {
    database,
    seals,
    photos: createPhotoReader(),
    retention: TEST_RETENTION,
    now,
  };
}

export const CLIENT = '203.0.113.7';

/** Returns a customer who sends from the usual address. */
export const sender = (userId: number) => ({ userId, client: CLIENT });

/** Returns a picture of one colour, as a JPEG unless `format` says otherwise. */
export async function picture(
  background: string,
  {
    width = 640,
    height = 400,
    format = 'jpeg',
  }: { width?: number; height?: number; format?: 'jpeg' | 'png' | 'webp' | 'gif' } = {},
): Promise<Buffer> {
  return await sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer();
}

export const dataUrl = (jpeg: Buffer): string => `data:image/jpeg;base64,${jpeg.toString('base64')}`;

/** Returns the documents of a customer with an ID card. */
export async function sampleSubmission(change: Partial<SubmitIdentityInput> = {}): Promise<SubmitIdentityInput> {
  return {
    firstName: 'Anna Sophie',
    lastName: 'Karlsen',
    issueCountry: 'DE',
    birthDate: '1991-05-23',
    expireDate: '2031-03-14',
    identityType: 'idcard',
    identityNumber: 'L01X00T47',
    frontPhoto: dataUrl(await picture('#a33')),
    backendPhoto: dataUrl(await picture('#3a3')),
    facePhoto: dataUrl(await picture('#33a')),
    ...change,
  };
}
