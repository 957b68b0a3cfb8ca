import { randomFillSync } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import sharp from 'sharp';
import { identityRoutes, type SubmitIdentityInput } from '../../contract/api/identity.ts';
import type { Figure } from '../measure.ts';
import { signUp } from './customers.ts';
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
    const submitting = async (number: number): Promise<number> => {
      const { accessToken, address } = await signUp(api.origin, number);
      const startedAt = performance.now();
      const answer = await fetch(api.origin + identityRoutes['identity.submit'].path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}`, 'x-forwarded-for': address },
        body: JSON.stringify(submission(photo)),
      });
      if (!answer.ok) throw new Error(`A submission was answered ${answer.status}: ${await answer.text()}`);
      return performance.now() - startedAt;
    };
    await submitting(1);
    const before = api.usage();
    const alone = await submitting(2);
    const cpuSeconds = api.usage().cpuSeconds - before.cpuSeconds;
    let most = before.megabytes;
    const watch = setInterval(() => (most = Math.max(most, api.usage().megabytes)), WATCH_MS);
    await Promise.all(Array.from({ length: CUSTOMERS }, async (_, index) => await submitting(3 + index)));
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
