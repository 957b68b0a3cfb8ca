import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { PhoneDraftOutput } from '../../../contract/api/identity.ts';
import { ApiError } from '../../../contract/errors.ts';
import { photosOf, PHOTO_FIELDS, type PhotoField } from '../../../contract/identity/documents.ts';
import type { Platform } from '../../../contract/platform.ts';
import type { UploadedPhoto } from '../../../contract/schemas/identity.ts';
import { storeGroup } from '../storeGroup.ts';
import { PhotoUploads } from './PhotoUploads.ts';

const STORAGE_KEY = 'verification-phone';
const SECRET = /^#?([A-Za-z0-9_-]{43})$/;

/**
 * `missing`: the address has no code. `useless`: it was used or has expired. `failed`: it can be tried again. `asking`: whether both devices show the
 * same number. `stopped`: they do not.
 */
export type PhoneState = 'starting' | 'missing' | 'useless' | 'failed' | 'asking' | 'taking' | 'stopped';

/** A phone that scanned the code of a verification. It can add photos, and nothing else. */
export class PhonePhotosStore {
  state: PhoneState = 'starting';
  draft: PhoneDraftOutput | null = null;
  readonly uploads: PhotoUploads;
  /** Kept in this tab, so that the page can be loaded again: the code works once. */
  #pass: string | undefined;
  /** A request is in progress: a second one would find the code used. */
  #isOpening = false;
  /** The code of an attempt without an answer */
  #token: string | undefined;
  readonly #platform: Platform;

  constructor({ platform }: { platform: Platform }) {
    this.#platform = platform;
    this.uploads = new PhotoUploads({ platform, pass: () => this.#pass, onPhoto: (photo) => this.addPhoto(photo) });
    makeAutoObservable(this, { draft: observableRef, uploads: false }, { autoBind: true });
  }

  /** The photos of the document, in the order in which they are taken */
  get fields(): readonly PhotoField[] {
    const type = this.draft?.identityType;
    if (type) return photosOf(type);
    return PHOTO_FIELDS.filter((field) => this.draft?.missing.includes(field));
  }

  get isComplete(): boolean {
    return this.draft !== null && this.draft.missing.length === 0 && !this.uploads.isBusy;
  }

  /** Redeems the code in a fragment, or continues with the pass of this tab. Never rejects. */
  async open(fragment: string): Promise<void> {
    if (this.#isOpening) return;
    const { sessionStorage } = this.#platform;
    this.#token = SECRET.exec(fragment)?.[1] ?? this.#token;
    this.#pass ??= SECRET.exec(sessionStorage.get(STORAGE_KEY) ?? '')?.[1];
    if (this.#token === undefined && this.#pass === undefined) return this.enter('missing');
    this.enter('starting');
    this.#isOpening = true;
    try {
      const draft = await this.read();
      runInAction(() => {
        this.draft = draft;
        this.state = 'asking';
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.enter(error.code === 'ERR_NOT_FOUND' ? 'useless' : 'failed');
    } finally {
      this.#isOpening = false;
    }
  }

  /** The customer says that both devices show the same number. */
  confirm(): void {
    this.enter('taking');
  }

  /** Forgets the pass: nothing can be sent any more. */
  stop(): void {
    this.#pass = undefined;
    this.#platform.sessionStorage.remove(STORAGE_KEY);
    this.draft = null;
    this.enter('stopped');
  }

  private async read(): Promise<PhoneDraftOutput> {
    const { transport, sessionStorage } = this.#platform;
    if (this.#token === undefined) return await transport.call('identity.phoneDraft', { pass: this.#pass ?? '' });
    const { pass, ...draft } = await transport.call('identity.redeemPhone', { token: this.#token });
    this.#token = undefined;
    this.#pass = pass;
    sessionStorage.set(STORAGE_KEY, pass);
    return draft;
  }

  private addPhoto(photo: UploadedPhoto): void {
    if (!this.draft) return;
    const missing = this.draft.missing.filter((field) => field !== photo.field);
    const others = this.draft.photos.filter(({ field }) => field !== photo.field);
    this.draft = { ...this.draft, missing, photos: [...others, photo] };
  }

  private enter(state: PhoneState): void {
    this.state = state;
  }
}

/** The store of the page that a phone opens. */
export const phonePhotosGroup = storeGroup(({ platform }) => ({ phonePhotos: new PhonePhotosStore({ platform }) }));
