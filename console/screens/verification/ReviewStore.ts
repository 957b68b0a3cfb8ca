import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import {
  REVIEWED_FIELDS,
  reasonsOf,
  type RejectedField,
  type RejectReason,
  type ReviewedField,
} from '../../../contract/identity/documents.ts';
import type { OpenIdentity } from '../../../contract/console/identity.ts';
import { ApiError, type ErrorCode } from '../../../contract/errors.ts';
import type { CallConsole } from '../../stores/consoleCalls.ts';

/** One submission that an operator has opened, and the reasons that were chosen for its fields. */
export class ReviewStore {
  data: OpenIdentity | null = null;
  failure: ErrorCode | null = null;
  /** The field that number keys choose a reason for */
  field: ReviewedField = 'frontPhoto';
  isFinal = false;
  readonly reasons = new Map<ReviewedField, RejectReason>();
  readonly #call: CallConsole;
  readonly #submissionId: string;

  constructor({ call, submissionId }: { call: CallConsole; submissionId: string }) {
    this.#call = call;
    this.#submissionId = submissionId;
    makeAutoObservable(this, { data: observableRef }, { autoBind: true });
  }

  /** The fields of this document, in their order. */
  get fields(): readonly ReviewedField[] {
    const photos = this.data?.photos.map(({ field }) => field) ?? [];
    return REVIEWED_FIELDS.filter((field) => field === 'details' || photos.includes(field));
  }

  get rejected(): RejectedField[] {
    return this.fields.flatMap((field) => {
      const reason = this.reasons.get(field);
      return reason === undefined ? [] : [{ field, reason }];
    });
  }

  /** Opens the documents, which the host records. Never rejects. */
  async open(): Promise<void> {
    try {
      const data = await this.#call('openIdentity', { submissionId: this.#submissionId });
      runInAction(() => (this.data = data));
    } catch (error) {
      const code = error instanceof ApiError ? error.code : 'ERR_SERVICE_UNAVAILABLE';
      runInAction(() => (this.failure = code));
    }
  }

  select(field: ReviewedField): void {
    this.field = field;
  }

  /** Selects the field before or after. */
  move(step: 1 | -1): void {
    this.field = this.fields[this.fields.indexOf(this.field) + step] ?? this.field;
  }

  /** Chooses the reason of a field, or takes it back. */
  toggle(field: ReviewedField, reason: RejectReason): void {
    this.field = field;
    if (this.reasons.get(field) === reason) this.reasons.delete(field);
    else this.reasons.set(field, reason);
  }

  /** Chooses by the number of its key, from 1. */
  toggleNumber(number: number): void {
    const reason = reasonsOf(this.field)[number - 1];
    if (reason !== undefined) this.toggle(this.field, reason);
  }

  setFinal(isFinal: boolean): void {
    this.isFinal = isFinal;
  }
}
