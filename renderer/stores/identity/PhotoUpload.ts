import { ApiError } from '../../../contract/errors.ts';
import type { PhotoField } from '../../../contract/identity/documents.ts';
import { UPLOAD_PART_BYTES } from '../../../contract/identity/limits.ts';
import type { Platform } from '../../../contract/platform.ts';
import type { UploadedPhoto } from '../../../contract/schemas/identity.ts';

/** Waits before the same part is sent again, in ms. After the last one the customer decides. */
const RETRY_MS = [1_000, 2_000, 4_000] as const;
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

  /** Sends what the host lacks. Throws an ApiError, also once it has not answered for several attempts. */
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
      this.#received = answer.received;
      onProgress(answer.received / file.size);
      if (answer.photo) return answer.photo;
    }
  }
}

const PASSING: readonly string[] = ['ERR_SERVICE_UNAVAILABLE', 'ERR_TOO_MANY_REQUESTS'];

/** Repeats a call without an answer, or that has to wait. The host says how much it has, so a part that arrived is not stored twice. */
async function retried<Output>(signal: AbortSignal, call: () => Promise<Output>): Promise<Output> {
  for (const waitMs of RETRY_MS) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ApiError) || !PASSING.includes(error.code)) throw error;
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
