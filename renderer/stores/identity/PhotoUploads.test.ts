import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHttpTransport } from '../../../contract/client/httpTransport.ts';
import { ApiError } from '../../../contract/errors.ts';
import { UPLOAD_PART_BYTES } from '../../../contract/identity/limits.ts';
import { createFakePlatform, refuse, type Answers } from '../../../tests/support/browser/fakePlatform.ts';
import { uploadedPhoto } from '../../../tests/support/samples/identity.ts';
import { PhotoUploads } from './PhotoUploads.ts';

const UPLOAD_ID = 'u'.repeat(22);
const PHOTO = uploadedPhoto('frontPhoto');
const file = new Blob([new Uint8Array(UPLOAD_PART_BYTES + 10).fill(7)]);

/** A host that stores parts; `lost` answers do not arrive, although their part does. */
function uploadsTo({ lost = 0, ...answers }: Answers & { lost?: number } = {}) {
  let received = 0;
  let losses = lost;
  const fake = createFakePlatform({
    'identity.startUpload': () => ({ uploadId: UPLOAD_ID }),
    'identity.uploadPart': ({ offset, data }) => {
      if (offset === received) received += atob(data).length;
      if (losses > 0) {
        losses -= 1;
        throw new ApiError('ERR_SERVICE_UNAVAILABLE', 'no answer');
      }
      return { received, photo: received === file.size ? PHOTO : null };
    },
    ...answers,
  });
  const onPhoto = vi.fn();
  const uploads = new PhotoUploads({ platform: fake.platform, pass: () => 'pass', onPhoto });
  return { fake, uploads, onPhoto, received: () => received };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('PhotoUploads', () => {
  it('sends a photo in parts, with the pass of a phone', async () => {
    const { fake, uploads, onPhoto } = uploadsTo();
    await uploads.send('frontPhoto', file);
    expect(onPhoto).toHaveBeenCalledExactlyOnceWith(PHOTO);
    expect(fake.callsOf('identity.startUpload')[0]?.input).toEqual({ pass: 'pass', field: 'frontPhoto', bytes: file.size });
    expect(fake.callsOf('identity.uploadPart').map(({ input }) => input)).toMatchObject([
      { pass: 'pass', uploadId: UPLOAD_ID, offset: 0 },
      { pass: 'pass', uploadId: UPLOAD_ID, offset: UPLOAD_PART_BYTES },
    ]);
    expect(uploads.stateOf('frontPhoto')).toBeUndefined();
    expect(uploads.previewOf('frontPhoto')).toMatch(/^blob:/);
  });

  it('sends each part once over HTTP, where answers are text', async () => {
    const { fake, onPhoto } = uploadsTo();
    const offsets: unknown[] = [];
    const transport = createHttpTransport(async ({ path, body }) => {
      const input = JSON.parse(body ?? '');
      if (path.endsWith('/part')) offsets.push(input.offset);
      // A host takes no text for a number.
      if (typeof input.offset === 'string') return { status: 400, text: '{"code":"ERR_VALIDATION","message":"offset"}' };
      const name = path.endsWith('/part') ? 'identity.uploadPart' : 'identity.startUpload';
      return { status: 200, text: JSON.stringify(await fake.platform.transport.call(name, input)) };
    });
    await new PhotoUploads({ platform: { transport }, onPhoto }).send('frontPhoto', file);
    expect(onPhoto).toHaveBeenCalledExactlyOnceWith(PHOTO);
    expect(offsets).toEqual([0, UPLOAD_PART_BYTES]);
  });

  it('continues after a lost answer where the host is', async () => {
    const { uploads, onPhoto, received } = uploadsTo({ lost: 1 });
    const sent = uploads.send('frontPhoto', file);
    await vi.advanceTimersByTimeAsync(1_000);
    await sent;
    expect(onPhoto).toHaveBeenCalledOnce();
    expect(received()).toBe(file.size);
  });

  it('says that there was no answer, and continues when asked to', async () => {
    const { fake, uploads, onPhoto } = uploadsTo({ lost: 4 });
    const sent = uploads.send('frontPhoto', file);
    await vi.advanceTimersByTimeAsync(7_000);
    await sent;
    expect(uploads.stateOf('frontPhoto')).toEqual({ fraction: 0, problem: 'NO_ANSWER' });
    await uploads.run('frontPhoto');
    expect(onPhoto).toHaveBeenCalledOnce();
    expect(fake.callsOf('identity.startUpload')).toHaveLength(1);
  });

  it.each([
    ['ERR_UNPROCESSABLE_ENTITY', { reason: 'HEIC' }, 'HEIC'],
    ['ERR_UNPROCESSABLE_ENTITY', { reason: 'later' }, 'DAMAGED'],
    ['ERR_NOT_FOUND', undefined, 'CLOSED'],
    ['ERR_NOT_ACCEPTABLE', { reason: 'SUBMITTED' }, 'CLOSED'],
    ['ERR_NOT_ACCEPTABLE', { reason: 'EMAIL_NOT_CONFIRMED' }, 'EMAIL'],
    ['ERR_SECOND_FACTOR_REQUIRED', undefined, 'PROOF'],
    ['ERR_INTERNAL_SERVER_ERROR', undefined, 'FAILED'],
    ['ERR_TOO_MANY_REQUESTS', undefined, 'BUSY'],
    ['ERR_TOO_MANY_REQUESTS', { retryAfterSeconds: 61 }, 'LATER'],
    ['ERR_PAYLOAD_TOO_LARGE', undefined, 'REFUSED'],
    ['ERR_VALIDATION', undefined, 'REFUSED'],
  ] as const)('explains %s with %j as %s', async (code, details, problem) => {
    const { uploads, onPhoto } = uploadsTo({ 'identity.uploadPart': refuse(code, details) });
    const sent = uploads.send('frontPhoto', file);
    await vi.advanceTimersByTimeAsync(7_000);
    await sent;
    expect(uploads.stateOf('frontPhoto')?.problem).toBe(problem);
    expect(onPhoto).not.toHaveBeenCalled();
  });

  it('waits as long as a busy host says before each retry', async () => {
    const { fake, uploads } = uploadsTo({ 'identity.uploadPart': refuse('ERR_TOO_MANY_REQUESTS', { retryAfterSeconds: 10 }) });
    const waits = vi.spyOn(globalThis, 'setTimeout');
    const sent = uploads.send('frontPhoto', file);
    // The file is read in real time, so the clock may be ahead of the first call.
    while (fake.callsOf('identity.uploadPart').length < 4) await vi.advanceTimersByTimeAsync(1_000);
    await sent;
    expect(waits.mock.calls.map(([, waitMs]) => waitMs)).toEqual([10_000, 10_000, 10_000]);
    expect(fake.callsOf('identity.uploadPart')).toHaveLength(4);
    expect(uploads.stateOf('frontPhoto')?.problem).toBe('BUSY');
  });

  it.each([
    ['nothing of a part', 0],
    ['all of a file without a photo', file.size],
  ])('stops when the host says that it has %s, and begins again when asked to', async (_name, received) => {
    const { fake, uploads } = uploadsTo({ 'identity.uploadPart': () => ({ received, photo: null }) });
    await uploads.send('frontPhoto', file);
    expect(uploads.stateOf('frontPhoto')).toEqual({ fraction: 0, problem: 'FAILED' });
    fake.answers['identity.uploadPart'] = () => ({ received: file.size, photo: PHOTO });
    await uploads.run('frontPhoto');
    expect(uploads.stateOf('frontPhoto')).toBeUndefined();
    expect(fake.callsOf('identity.startUpload')).toHaveLength(2);
  });

  it('gives up a photo that another one replaces', async () => {
    let first: (() => void) | undefined;
    const { uploads, onPhoto } = uploadsTo({
      'identity.startUpload': ({ bytes }) =>
        bytes === 1
          ? new Promise((resolve) => (first = () => resolve({ uploadId: 'old' })))
          : Promise.resolve({ uploadId: UPLOAD_ID }),
    });
    const replaced = uploads.send('frontPhoto', new Blob(['x']));
    await uploads.send('frontPhoto', file);
    first?.();
    await replaced;
    expect(onPhoto).toHaveBeenCalledOnce();
    expect(uploads.stateOf('frontPhoto')).toBeUndefined();
  });
});
