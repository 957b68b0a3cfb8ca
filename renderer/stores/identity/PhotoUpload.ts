import { ApiError, retryAfterSeconds } from '../../../contract/errors.ts';
import type { PhotoField } from '../../../contract/identity/documents.ts';
import { UPLOAD_PART_BYTES } from '../../../contract/identity/limits.ts';
import type { Platform } from '../../../contract/platform.ts';
import type { UploadedPhoto } from '../../../contract/schemas/identity.ts';

/** Waits before the same part is sent again, in ms: at least as long as the host says. After the last one the customer decides. */
const RETRY_MS = [1_000, 2_000, 4_000] as const;
/** A customer waits no longer for a photo. */
const LONGEST_WAIT_SECONDS = 60;
/** Characters that one call of `fromCharCode` can take everywhere */
const CHUNK = 8_192;

interface Options {
  platform: Pick<Platform, 'transport'>;
  /** Of a phone, which has no session */
  pass?: string | undefined;
  field: PhotoField;
  file: Blob;
  onProgress: (fraction: number) => void;
}

/** The upload of one photo, in parts. After a failure it continues with what the host lacks. */
export class PhotoUpload {
  #uploadId: string | null = null;
  #received = 0;
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Sends what the host lacks. Throws an ApiError, also once it has not answered for several attempts. A host that stores nothing of a
   * part would be asked for ever: the next run begins again.
   */
  async run(signal: AbortSignal): Promise<UploadedPhoto> {
    const { platform, field, file, onProgress } = this.#options;
    const { transport } = platform;
    const pass = this.#options.pass === undefined ? {} : { pass: this.#options.pass };
    this.#uploadId ??= (
      await retried(signal, () => transport.call('identity.startUpload', { ...pass, field, bytes: file.size }, { signal }))
    ).uploadId;
    const uploadId = this.#uploadId;
    for (;;) {
      const offset = this.#received;
      const data = await base64Of(file.slice(offset, offset + UPLOAD_PART_BYTES));
      const answer = await retried(signal, () =>
        transport.call('identity.uploadPart', { ...pass, uploadId, offset, data }, { signal }),
      );
      if (answer.photo) return answer.photo;
      if (answer.received <= offset || answer.received >= file.size) {
        [this.#uploadId, this.#received] = [null, 0];
        throw new ApiError('ERR_INTERNAL_SERVER_ERROR', `The host has ${answer.received} bytes after a part at ${offset}.`);
      }
      this.#received = answer.received;
      onProgress(answer.received / file.size);
    }
  }
}

/** Returns whether the host asks for a wait that a customer at the page can take. */
export const isWorthWaiting = (error: ApiError): boolean => (retryAfterSeconds(error) ?? 0) <= LONGEST_WAIT_SECONDS;

const PASSING: readonly string[] = ['ERR_SERVICE_UNAVAILABLE', 'ERR_TOO_MANY_REQUESTS'];

/** Repeats a call without an answer, or that has to wait. The host says how much it has, so a part that arrived is not stored twice. */
async function retried<Output>(signal: AbortSignal, call: () => Promise<Output>): Promise<Output> {
  for (const shortest of RETRY_MS) {
    let waitMs: number = shortest;
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ApiError) || !PASSING.includes(error.code) || !isWorthWaiting(error)) throw error;
      if (error.code === 'ERR_TOO_MANY_REQUESTS') waitMs = Math.max(shortest, (retryAfterSeconds(error) ?? 0) * 1_000);
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    signal.throwIfAborted();
  }
  return await call();
}

async function base64Of(part: Blob): Promise<string> {
  const bytes = new Uint8Array(await part.arrayBuffer());
  let text = '';
  for (let start = 0; start < bytes.length; start += CHUNK) {
    text += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  }
  return btoa(text);
}
