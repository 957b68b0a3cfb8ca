import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type {
  IdentityDraft,
  IdentityStatusOutput,
  PhoneCodeOutput,
  SaveIdentityDraftInput,
  SubmitIdentityInput,
} from '../../../contract/api/identity.ts';
import { EMAIL_NOT_CONFIRMED } from '../../../contract/accounts/accountData.ts';
import { ApiError } from '../../../contract/errors.ts';
import { PHOTO_FIELDS, photosOf, UNREADABLE, type PhotoField, type ReviewedField } from '../../../contract/identity/documents.ts';
import type { UploadStep } from '../../../contract/identity/steps.ts';
import { KYC_POLL_MS, KYC_POLLS } from '../../../contract/limits.ts';
import type { Clock, Platform } from '../../../contract/platform.ts';
import type { UploadedPhoto } from '../../../contract/schemas/identity.ts';
import { FormStore } from '../base/FormStore.ts';
import { pollWhileVisible } from '../base/pollWhileVisible.ts';
import { storeGroup } from '../storeGroup.ts';
import {
  detailsFieldsOf,
  detailsInput,
  detailsProblems,
  type DetailsField,
  type DetailsFields,
  type DetailsProblem,
  type DetailsProblems,
} from './details.ts';
import { PhotoUploads } from './PhotoUploads.ts';

/** The questions of the wizard in their order; the photos are the last */
export const WIZARD_STEPS = ['RESIDENTIAL', 'TYPE_ID', 'PERSONAL_INFO', 'GET_READY', 'UPLOADING_DOCS'] as const;
export type WizardStep = (typeof WIZARD_STEPS)[number] & UploadStep;
/** What the page shows */
export type IdentityView = WizardStep | 'CHECKING' | 'REJECTED' | 'PASSED' | 'UNREADABLE';

/** Why an answer was not saved. NO_COUNTRY: the host does not know the country. EMAIL: it has to be confirmed first. */
export type IdentityProblem = 'failed' | 'changed' | 'NO_COUNTRY' | 'EMAIL';

export interface IdentitySnapshot {
  status: IdentityStatusOutput;
  draft: IdentityDraft | null;
  /** The host can't read what the customer answered before. */
  isUnreadable: boolean;
}

const PHONE_POLL_MS = 2_000;
const DETAILS: readonly string[] = [
  'firstName',
  'lastName',
  'birthDate',
  'identityNumber',
  'expireDate',
] satisfies DetailsField[];

interface Dependencies {
  platform: Platform;
  clock: Clock;
  snapshot: IdentitySnapshot | null;
}

/** The verification of the customer's identity: answers, photos, verdict (§4). */
export class IdentityStore {
  /** null until it is loaded */
  status: IdentityStatusOutput | null;
  draft: IdentityDraft | null;
  isUnreadable: boolean;
  /** Where the customer is; null: not in the wizard */
  step: WizardStep | null;
  readonly details: FormStore<DetailsFields, IdentityProblem>;
  /** What the host refused of the details; a change of any field clears it. */
  private refused: DetailsProblems = {};
  readonly uploads: PhotoUploads;
  /** The code that this page shows to a phone; null: none */
  phoneCode: PhoneCodeOutput | null = null;
  /** When the host answered last, in ms since 1970 */
  checkedAt: number;
  readonly #platform: Platform;
  readonly #clock: Clock;

  constructor({ platform, clock, snapshot }: Dependencies) {
    this.#platform = platform;
    this.#clock = clock;
    this.status = snapshot?.status ?? null;
    this.draft = snapshot?.draft ?? null;
    this.isUnreadable = snapshot?.isUnreadable ?? false;
    this.step = snapshot ? stepOf(snapshot) : null;
    this.checkedAt = clock.now();
    this.details = new FormStore({ fields: detailsFieldsOf(this.draft), problemOf: (error) => this.problemOf(error) });
    this.uploads = new PhotoUploads({ platform, onPhoto: (photo) => this.addPhoto(photo) });
    makeAutoObservable<this, 'refused'>(
      this,
      {
        status: observableRef,
        draft: observableRef,
        details: false,
        refused: observableRef,
        uploads: false,
        phoneCode: observableRef,
      },
      { autoBind: true },
    );
  }

  snapshot(): IdentitySnapshot | null {
    return this.status && { status: this.status, draft: this.draft, isUnreadable: this.isUnreadable };
  }

  get view(): IdentityView | null {
    if (!this.status) return null;
    const { status, final } = this.status;
    if (status === 'PASS') return 'PASSED';
    if (status === 'PROCESS') return 'CHECKING';
    if (this.isUnreadable) return 'UNREADABLE';
    if (status === 'REJECT' && (final || this.step === null)) return 'REJECTED';
    return this.step ?? 'RESIDENTIAL';
  }

  get detailsProblems(): DetailsProblems {
    return { ...this.refused, ...detailsProblems(this.details.fields, this.#clock.now()) };
  }

  /** The photos of the document, in the order in which they are taken; empty before it is chosen */
  get photoFields(): readonly PhotoField[] {
    const type = this.draft?.identityType;
    return type ? photosOf(type) : [];
  }

  /** Whether the photos of another device are awaited */
  get awaitsPhone(): boolean {
    const phone = this.draft?.phone;
    if (this.phoneCode) return true;
    return phone !== null && phone !== undefined && Date.parse(phone.expiresAt) > this.#clock.now();
  }

  /** The photos were taken on a phone, or before this page was loaded: this device can't show them. */
  get hasUnseenPhotos(): boolean {
    const { draft, uploads } = this;
    return this.photoFields.some((field) => !draft?.missing.includes(field) && uploads.previewOf(field) === undefined);
  }

  /** Why a field was rejected; undefined if it was not. */
  reasonOf(field: ReviewedField) {
    return this.status?.documents.find((rejected) => rejected.field === field)?.reason;
  }

  /** Reads status and draft, and goes to where the customer stopped. Rejects with an ApiError. */
  async load(): Promise<void> {
    const found = await this.read();
    runInAction(() => {
      this.take(found);
      this.step = stepOf(found);
      this.details.set(detailsFieldsOf(found.draft));
    });
  }

  /** Follows the check (§9), or the photos of a phone, while the page is visible. Returns the function that stops it. */
  start(): () => void {
    let checks = 0;
    return pollWhileVisible({
      platform: this.#platform,
      intervalMs: () => (this.view === 'CHECKING' ? KYC_POLL_MS : PHONE_POLL_MS),
      isCovered: () => this.view !== 'CHECKING' && !this.awaitsPhone,
      poll: async () => {
        if (this.view === 'CHECKING') checks += 1;
        await this.refresh();
      },
      isDone: () => checks >= KYC_POLLS,
      isDue: false,
    });
  }

  setDetails(fields: Partial<DetailsFields>): void {
    this.refused = {};
    this.details.set(fields);
  }

  /** Saves answers and goes to the next step. Never rejects. */
  async save(answers: SaveIdentityDraftInput, next: WizardStep): Promise<void> {
    const saved = await this.details.submit(() =>
      this.#platform.transport.call('identity.saveDraft', { ...answers, uploadStep: next }),
    );
    if (!saved) return;
    runInAction(() => {
      this.draft = saved.draft;
      this.step = next;
    });
  }

  /** Saves the details, if they are possible. After a rejection nothing has to be explained again. */
  async saveDetails(): Promise<void> {
    if (Object.keys(this.detailsProblems).length > 0) return;
    const isRetry = this.status?.status === 'REJECT';
    await this.save(detailsInput(this.details.fields), isRetry ? 'UPLOADING_DOCS' : 'GET_READY');
  }

  /** Goes to the step before. Its answers stay. */
  goBack(): void {
    this.details.refuse(null);
    const index = this.step === null ? 0 : WIZARD_STEPS.indexOf(this.step);
    this.step = this.status?.status === 'REJECT' ? null : (WIZARD_STEPS[index - 1] ?? 'RESIDENTIAL');
  }

  /** Begins to correct what was rejected: the details first. */
  async correct(): Promise<void> {
    await this.save({}, this.reasonOf('details') === undefined ? 'UPLOADING_DOCS' : 'PERSONAL_INFO');
    runInAction(() => this.details.set(detailsFieldsOf(this.draft)));
  }

  /** Hands everything to the reviewer. Never rejects. */
  async submit(): Promise<void> {
    const input = submission(this.draft);
    if (!input) return;
    const status = await this.details.submit(() => this.#platform.transport.call('identity.submit', input));
    if (!status) return;
    runInAction(() => {
      this.take({ status, draft: null, isUnreadable: false });
      this.step = null;
      this.uploads.clear();
      this.phoneCode = null;
    });
  }

  /** Creates a code for a phone, in place of the one before. Never rejects. */
  async showPhoneCode(): Promise<void> {
    const code = await this.details.submit(() => this.#platform.transport.call('identity.createPhoneCode', {}));
    if (!code) return;
    runInAction(() => (this.phoneCode = code));
    await this.refresh();
  }

  hidePhoneCode(): void {
    this.phoneCode = null;
  }

  private addPhoto(photo: UploadedPhoto): void {
    if (!this.draft) return;
    const others = this.draft.photos.filter(({ field }) => field !== photo.field);
    const missing = this.draft.missing.filter((field) => field !== photo.field);
    this.draft = { ...this.draft, photos: [...others, photo], missing };
  }

  private take({ status, draft, isUnreadable }: IdentitySnapshot): void {
    this.status = status;
    this.draft = draft;
    this.isUnreadable = isUnreadable;
    this.checkedAt = this.#clock.now();
    if (draft?.missing.length === 0) this.phoneCode = null;
  }

  private async read(): Promise<IdentitySnapshot> {
    const { transport } = this.#platform;
    const reading = transport.call('identity.draft', {}).then(
      ({ draft }) => ({ draft, isUnreadable: false }),
      (error: unknown) => {
        if (error instanceof ApiError && error.details?.['reason'] === UNREADABLE) return { draft: null, isUnreadable: true };
        throw error;
      },
    );
    const [status, read] = await Promise.all([transport.call('identity.status', {}), reading]);
    return { status, ...read };
  }

  /** As `load`, but never rejects. */
  async reload(): Promise<void> {
    try {
      await this.load();
    } catch {
      // What was known stays.
    }
  }

  /** As `reload`, without moving the customer. */
  private async refresh(): Promise<void> {
    try {
      const found = await this.read();
      runInAction(() => this.take(found));
    } catch {
      // The next round asks again.
    }
  }

  private async problemOf(error: unknown): Promise<IdentityProblem | null> {
    if (!(error instanceof ApiError)) throw error;
    const { code, details } = error;
    if (details?.['reason'] === EMAIL_NOT_CONFIRMED) return 'EMAIL';
    const field = String(details?.['field']);
    const isPhoto = PHOTO_FIELDS.some((name) => name === field);
    if (code === 'ERR_NOT_ACCEPTABLE' || (code === 'ERR_VALIDATION' && isPhoto)) {
      await this.reload();
      return 'changed';
    }
    return code === 'ERR_VALIDATION' ? this.refuse(field, details?.['reason']) : 'failed';
  }

  /** Leads to the answer that the host refused. */
  private refuse(field: string, reason: unknown): IdentityProblem | null {
    if (DETAILS.includes(field) && reason !== undefined) {
      this.refused = { [field]: reason as DetailsProblem };
      this.step = 'PERSONAL_INFO';
      return null;
    }
    if (reason !== 'NO_COUNTRY') return 'failed';
    this.step = field === 'residenceCountry' ? 'RESIDENTIAL' : 'TYPE_ID';
    return 'NO_COUNTRY';
  }
}

/** Where the customer stopped; null once it was submitted, until the customer begins to correct a rejection. */
function stepOf({ status, draft }: Pick<IdentitySnapshot, 'status' | 'draft'>): WizardStep | null {
  const step = WIZARD_STEPS.find((name) => name === draft?.uploadStep);
  const { status: state } = status;
  return step ?? (state === 'NOT_STARTED' || state === 'CREATED' ? 'RESIDENTIAL' : null);
}

/** Returns what is handed to the reviewer; null if an answer or a photo is missing. */
function submission(draft: IdentityDraft | null): SubmitIdentityInput | null {
  if (!draft) return null;
  const { firstName, lastName, residenceCountry, issueCountry, birthDate, expireDate, identityType, identityNumber } = draft;
  const upload = (field: PhotoField) => draft.photos.find((photo) => photo.field === field)?.uploadId;
  const [front, back, face] = [upload('frontPhoto'), upload('backendPhoto'), upload('facePhoto')];
  const isComplete = firstName && lastName && issueCountry && birthDate && identityType && identityNumber && front && face;
  if (!isComplete || draft.missing.length > 0) return null;
  return {
    firstName,
    lastName,
    issueCountry,
    birthDate,
    identityType,
    identityNumber,
    frontPhoto: `upload:${front}`,
    facePhoto: `upload:${face}`,
    ...(back && { backendPhoto: `upload:${back}` }),
    ...(expireDate && { expireDate }),
    ...(residenceCountry && { residenceCountry }),
  };
}

/** The store of the page of a verification. */
export const identityGroup = storeGroup(({ platform, clock, restored }) => ({
  identity: restored.create('identity', IdentityStore, { platform, clock }),
}));
