/** Dates without a time and a time zone, as text: `1991-05-23`. They are never a `Date`, which would shift them. */

const PATTERN = /^(\d{4})-(\d{2})-(\d{2})$/;
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** Specification §9: the expiry date of a document that has none */
export const NO_EXPIRY_DATE = '2099-01-01';
export const MINIMUM_AGE = 18;

/** Returns whether a text is a date that exists: not `2027-02-29`. */
export function isCivilDate(text: string): boolean {
  const [, year = '', month = '', day = ''] = PATTERN.exec(text) ?? [];
  if (year === '' || Number(year) === 0) return false;
  const days = Number(month) === 2 && isLeapYear(Number(year)) ? 29 : (DAYS[Number(month) - 1] ?? 0);
  return Number(day) >= 1 && Number(day) <= days;
}

/** Returns the full years between two dates. Who is born on 29 February ages on 1 March of other years. */
export function ageOn(today: string, birthDate: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return today.slice(5) < birthDate.slice(5) ? years - 1 : years;
}

/** Returns the date in UTC of a time in ms since 1970. */
export const civilDateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}
