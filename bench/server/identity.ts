import { randomFillSync } from 'node:crypto';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import sharp from 'sharp';
import { identityRoutes, type SubmitIdentityInput } from '../../contract/api/identity.ts';
import { DATABASE_FILE } from '../../server/db/openDatabase.ts';
import type { Figure } from '../measure.ts';
import { signUp, type SignedIn } from './customers.ts';
import { startApi } from './process.ts';

/** A photo of 12 megapixels, as phones take them */
const [WIDTH, HEIGHT] = [4_000, 3_000];
/** Of the sensor's noise, which makes a JPEG as large as that of a real photo */
const NOISE = 24;
const CUSTOMERS = 8;
const WATCH_MS = 20;

/** Measures the submission of three photos of 12 megapixels: the time of the host, and the memory while several customers submit. */
export async function measureIdentity(): Promise<Figure[]> {
  const api = await startApi({ EMBEDDED_CHAIN_SPEED: '60' });
  try {
    const photo = await noisyPhoto();
    const customers = await Promise.all(
      Array.from({ length: CUSTOMERS + 2 }, async (_, number) => await signUp(api.origin, number)),
    );
    confirmMails(join(api.dataDirectory, DATABASE_FILE));
    const submitting = async ({ accessToken, address }: SignedIn): Promise<number> => {
      const startedAt = performance.now();
      const answer = await fetch(api.origin + identityRoutes['identity.submit'].path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}`, 'x-forwarded-for': address },
        body: JSON.stringify(submission(photo)),
      });
      if (!answer.ok) throw new Error(`A submission was answered ${answer.status}: ${await answer.text()}`);
      return performance.now() - startedAt;
    };
    const [first, second, ...others] = customers;
    if (!first || !second) throw new Error('Nobody signed up');
    await submitting(first);
    const before = api.usage();
    const alone = await submitting(second);
    const cpuSeconds = api.usage().cpuSeconds - before.cpuSeconds;
    let most = before.megabytes;
    const watch = setInterval(() => (most = Math.max(most, api.usage().megabytes)), WATCH_MS);
    await Promise.all(others.map(submitting));
    clearInterval(watch);
    const size = `${(photo.length / 1e6).toFixed(1)} MB each`;
    return [
      {
        name: 'submission of 3 photos of 12 MP',
        unit: 'ms',
        ours: alone,
        floor: null,
        target: { kind: 'atMost', value: 3_000 },
        note: `${size}; ${cpuSeconds.toFixed(1)} s of processor`,
      },
      {
        name: `memory added by ${CUSTOMERS} submissions at once`,
        unit: 'MB',
        ours: most - before.megabytes,
        floor: null,
        target: { kind: 'atMost', value: 600 },
        note: `${Math.round(before.megabytes)} MB before; one photo is decoded at a time`,
      },
    ];
  } finally {
    await api.stop();
  }
}

/** Confirms the e-mails of all customers, as the links in their mails do: the host sends no mail. */
function confirmMails(file: string): void {
  const database = new DatabaseSync(file);
  database.exec('pragma busy_timeout = 5000');
  database.exec('update users set email_confirmed_at = 1');
  database.close();
}

async function noisyPhoto(): Promise<Buffer> {
  const pixels = randomFillSync(Buffer.alloc(WIDTH * HEIGHT * 3)).map((value) => 128 + (value % NOISE));
  return await sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .jpeg({ quality: 80 })
    .toBuffer();
}

function submission(photo: Buffer): SubmitIdentityInput {
  const image = `data:image/jpeg;base64,${photo.toString('base64')}`;
  return {
    firstName: 'Anna',
    lastName: 'Karlsen',
    issueCountry: 'DE',
    birthDate: '1991-05-23',
    identityType: 'idcard',
    identityNumber: 'L01X00T47',
    frontPhoto: image,
    backendPhoto: image,
    facePhoto: image,
  };
}
