import type { IdentityDraft } from '../../../contract/api/identity.ts';
import { ageOn, civilDateOf, isCivilDate, MINIMUM_AGE, NO_EXPIRY_DATE } from '../../../contract/identity/civilDate.ts';

/** A date as the customer types it, in three inputs. */
export interface DateParts {
  day: string;
  month: string;
  year: string;
}

/** What the customer types of the document. */
export interface DetailsFields {
  firstName: string;
  lastName: string;
  birthDate: DateParts;
  identityNumber: string;
  expireDate: DateParts;
  hasNoExpiry: boolean;
}

export type DetailsField = 'firstName' | 'lastName' | 'birthDate' | 'identityNumber' | 'expireDate';
/** FORM: characters that no document number has. The others are also the reasons of the host. */
export type DetailsProblem = 'MISSING' | 'NO_DATE' | 'UNDER_AGE' | 'EXPIRED' | 'FORM';
export type DetailsProblems = Partial<Record<DetailsField, DetailsProblem>>;

const NO_DATE: DateParts = { day: '', month: '', year: '' };
const NUMBER = /^[A-Za-z0-9][A-Za-z0-9 /.-]{2,39}$/;

/** Returns "1991-05-23"; null for a date that does not exist, or whose year is not complete. */
export function civilDateFrom({ day, month, year }: DateParts): string | null {
  const text = [year.trim(), month.trim().padStart(2, '0'), day.trim().padStart(2, '0')].join('-');
  return isCivilDate(text) ? text : null;
}

function datePartsOf(date: string | null): DateParts {
  const [year = '', month = '', day = ''] = date?.split('-') ?? [];
  return { day: String(Number(day) || ''), month: String(Number(month) || ''), year };
}

/** Returns the fields with the answers of a draft. */
export function detailsFieldsOf(draft: IdentityDraft | null): DetailsFields {
  const hasNoExpiry = draft?.expireDate === NO_EXPIRY_DATE;
  return {
    firstName: draft?.firstName ?? '',
    lastName: draft?.lastName ?? '',
    birthDate: datePartsOf(draft?.birthDate ?? null),
    identityNumber: draft?.identityNumber ?? '',
    expireDate: hasNoExpiry ? NO_DATE : datePartsOf(draft?.expireDate ?? null),
    hasNoExpiry,
  };
}

/** Returns what is wrong with the fields. `now` in ms since 1970. */
export function detailsProblems(fields: DetailsFields, now: number): DetailsProblems {
  const today = civilDateOf(now);
  const found: Record<DetailsField, DetailsProblem | null> = {
    firstName: fields.firstName.trim() === '' ? 'MISSING' : null,
    lastName: fields.lastName.trim() === '' ? 'MISSING' : null,
    birthDate: dateProblem(fields.birthDate, (date) => (ageOn(today, date) < MINIMUM_AGE ? 'UNDER_AGE' : null)),
    identityNumber: numberProblem(fields.identityNumber.trim()),
    expireDate: fields.hasNoExpiry ? null : dateProblem(fields.expireDate, (date) => (date < today ? 'EXPIRED' : null)),
  };
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== null)) as DetailsProblems;
}

function dateProblem(parts: DateParts, judge: (date: string) => DetailsProblem | null): DetailsProblem | null {
  if (Object.values(parts).every((part) => part.trim() === '')) return 'MISSING';
  const date = civilDateFrom(parts);
  return date === null ? 'NO_DATE' : judge(date);
}

function numberProblem(number: string): DetailsProblem | null {
  if (number === '') return 'MISSING';
  return NUMBER.test(number) ? null : 'FORM';
}

/** Returns the answers to save, of fields without a problem. */
export function detailsInput(fields: DetailsFields) {
  return {
    firstName: fields.firstName.trim(),
    lastName: fields.lastName.trim(),
    birthDate: civilDateFrom(fields.birthDate) ?? '',
    identityNumber: fields.identityNumber.trim(),
    expireDate: fields.hasNoExpiry ? NO_EXPIRY_DATE : (civilDateFrom(fields.expireDate) ?? ''),
  };
}
