import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { EMAIL_NOT_CONFIRMED } from '../../../contract/accounts/accountData.ts';
import { ApiError, type ErrorCode } from '../../../contract/errors.ts';
import { PHOTO_FAULTS, type PhotoFault, type PhotoField } from '../../../contract/identity/documents.ts';
import type { Platform } from '../../../contract/platform.ts';
import type { UploadedPhoto } from '../../../contract/schemas/identity.ts';
import { isWorthWaiting, PhotoUpload } from './PhotoUpload.ts';

/** The same file can be sent again. BUSY: the host reads too many photos. LATER: the customer has sent too many. FAILED: the host has an error. */
const CONTINUED = ['NO_ANSWER', 'BUSY', 'LATER', 'FAILED', 'EMAIL', 'PROOF'] as const;

/** CLOSED: the code of a phone has ended, or the photos were submitted. REFUSED: every other refusal. */
export type UploadProblem = PhotoFault | (typeof CONTINUED)[number] | 'CLOSED' | 'REFUSED';

/** Returns whether the upload of the same file can continue. */
export const canContinue = (problem: UploadProblem): boolean => CONTINUED.some((one) => one === problem);

const PROBLEM_OF: Partial<Record<ErrorCode, UploadProblem>> = {
  ERR_SERVICE_UNAVAILABLE: 'NO_ANSWER',
  ERR_INTERNAL_SERVER_ERROR: 'FAILED',
  ERR_SECOND_FACTOR_REQUIRED: 'PROOF',
  ERR_NOT_FOUND: 'CLOSED',
  ERR_NOT_ACCEPTABLE: 'CLOSED',
};

/** A photo on its way to the host */
export interface Sending {
  /** 0 to 1 */
  fraction: number;
  problem: UploadProblem | null;
}

interface Options {
  platform: Pick<Platform, 'transport'>;
  /** Returns the pass of a phone; undefined with a session. */
  pass?: () => string | undefined;
  onPhoto: (photo: UploadedPhoto) => void;
}

/** The photos that this device sends. */
export class PhotoUploads {
  private sending: Partial<Record<PhotoField, Sending>> = {};
  /** Addresses of the photos that this device has sent, to show them. */
  private previews: Partial<Record<PhotoField, string>> = {};
  readonly #running = new Map<PhotoField, { upload: PhotoUpload; stop: AbortController }>();
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
    makeAutoObservable<this, 'sending' | 'previews'>(
      this,
      { sending: observableRef, previews: observableRef },
      { autoBind: true },
    );
  }

  /** Returns how far the photo of a field is; undefined if none is on its way. */
  stateOf(field: PhotoField): Sending | undefined {
    return this.sending[field];
  }

  previewOf(field: PhotoField): string | undefined {
    return this.previews[field];
  }

  get isBusy(): boolean {
    return Object.values(this.sending).some(({ problem }) => problem === null);
  }

  /** Sends a photo in place of an earlier one of the same field. Never rejects. */
  async send(field: PhotoField, file: Blob): Promise<void> {
    const { platform, pass } = this.#options;
    this.#running.get(field)?.stop.abort();
    const stop = new AbortController();
    const onProgress = (fraction: number) => {
      if (!stop.signal.aborted) this.show(field, { fraction, problem: null });
    };
    const upload = new PhotoUpload({ platform, pass: pass?.(), field, file, onProgress });
    this.#running.set(field, { upload, stop });
    this.preview(field, URL.createObjectURL(file));
    await this.run(field);
  }

  /** Continues the upload of a field, if {@link canContinue}. Never rejects. */
  async run(field: PhotoField): Promise<void> {
    const running = this.#running.get(field);
    if (!running) return;
    const { signal } = running.stop;
    this.show(field, { fraction: this.sending[field]?.fraction ?? 0, problem: null });
    try {
      const photo = await running.upload.run(signal);
      if (signal.aborted) return;
      this.show(field, null);
      runInAction(() => this.#options.onPhoto(photo));
    } catch (error) {
      if (!signal.aborted) this.show(field, { fraction: 0, problem: problemOf(error) });
    }
  }

  /** Forgets the photos of this device, and stops what is on its way. */
  clear(): void {
    for (const { stop } of this.#running.values()) stop.abort();
    this.#running.clear();
    for (const address of Object.values(this.previews)) URL.revokeObjectURL(address);
    this.previews = {};
    this.sending = {};
  }

  private show(field: PhotoField, state: Sending | null): void {
    const { [field]: _, ...others } = this.sending;
    this.sending = state ? { ...others, [field]: state } : others;
  }

  private preview(field: PhotoField, address: string): void {
    const former = this.previews[field];
    if (former !== undefined) URL.revokeObjectURL(former);
    this.previews = { ...this.previews, [field]: address };
  }
}

function problemOf(error: unknown): UploadProblem {
  if (!(error instanceof ApiError)) throw error;
  if (error.code === 'ERR_UNPROCESSABLE_ENTITY') {
    return PHOTO_FAULTS.find((fault) => fault === error.details?.['reason']) ?? 'DAMAGED';
  }
  if (error.code === 'ERR_TOO_MANY_REQUESTS') return isWorthWaiting(error) ? 'BUSY' : 'LATER';
  if (error.details?.['reason'] === EMAIL_NOT_CONFIRMED) return 'EMAIL';
  return PROBLEM_OF[error.code] ?? 'REFUSED';
}
