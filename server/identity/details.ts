import { readFileSync } from 'node:fs';
import { ApiError } from '../../contract/errors.ts';
import { ageOn, civilDateOf, isCivilDate, MINIMUM_AGE } from '../../contract/identity/civilDate.ts';
import type { IdentityType } from '../../contract/identity/documents.ts';
import type { SaveIdentityDraftInput } from '../../contract/schemas/identity.ts';
import { resourcePath } from '../common/resourcePath.ts';

/** What the customer typed. Dates are civil dates, countries ISO 3166-1 alpha-2. */
export interface IdentityDetails {
  firstName: string;
  lastName: string;
  /** null: not asked, in a submission without the wizard */
  residenceCountry: string | null;
  issueCountry: string;
  birthDate: string;
  expireDate: string;
  identityType: IdentityType;
  identityNumber: string;
}

/** The answers so far. An absent one was not given. */
export type DraftDetails = Partial<IdentityDetails>;

export type DetailFault = 'NO_DATE' | 'UNDER_AGE' | 'EXPIRED' | 'NO_COUNTRY' | 'MISSING' | 'NOT_UPLOADED' | 'TOO_LARGE';

const MESSAGES: Readonly<Record<DetailFault, string>> = {
  NO_DATE: 'This date does not exist.',
  UNDER_AGE: `You must be at least ${MINIMUM_AGE} years old.`,
  EXPIRED: 'This document has expired. Use one that is valid.',
  NO_COUNTRY: 'There is no country with this code.',
  MISSING: 'A photo is missing.',
  NOT_UPLOADED: 'This photo was not uploaded, or has to be taken again.',
  TOO_LARGE: 'A photo may have 5 MB. Upload a larger one in parts.',
};

/** Returns ERR_VALIDATION for a field. */
export function detailFault(field: string, reason: DetailFault): ApiError {
  return new ApiError('ERR_VALIDATION', MESSAGES[reason], { field, reason });
}

let countries: ReadonlySet<string> | null = null;

function isCountry(code: string): boolean {
  countries ??= new Set(readCountries().map(([alpha2]) => alpha2));
  return countries.has(code);
}

function readCountries(): [string, string][] {
  return JSON.parse(readFileSync(resourcePath('countries.json'), 'utf8')) as [string, string][];
}

const DATES = ['birthDate', 'expireDate'] as const;
const COUNTRIES = ['residenceCountry', 'issueCountry'] as const;

/** Throws ERR_VALIDATION for the first answer that is not possible. `now` in ms since 1970. */
export function checkDetails(details: SaveIdentityDraftInput | DraftDetails, now: number): void {
  for (const field of DATES) {
    const date = details[field];
    if (date !== undefined && !isCivilDate(date)) throw detailFault(field, 'NO_DATE');
  }
  for (const field of COUNTRIES) {
    const code = details[field];
    if (code !== undefined && code !== null && !isCountry(code)) throw detailFault(field, 'NO_COUNTRY');
  }
  const today = civilDateOf(now);
  const { birthDate, expireDate } = details;
  if (birthDate !== undefined && ageOn(today, birthDate) < MINIMUM_AGE) throw detailFault('birthDate', 'UNDER_AGE');
  if (expireDate !== undefined && expireDate < today) throw detailFault('expireDate', 'EXPIRED');
}
