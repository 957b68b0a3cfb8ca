import { describe, expect, test } from 'vitest';
import { ageOn, civilDateOf, isCivilDate } from './civilDate.ts';

describe('isCivilDate', () => {
  test.each(['1991-05-23', '2024-02-29', '2000-02-29', '2099-01-01', '1999-12-31'])('accepts %s', (text) => {
    expect(isCivilDate(text)).toBe(true);
  });

  test.each(['', '1991-5-23', '1991-13-01', '1991-00-10', '1991-04-31', '2027-02-29', '1900-02-29', '0000-01-01', '1991-05-23T'])(
    'refuses %j',
    (text) => {
      expect(isCivilDate(text)).toBe(false);
    },
  );
});

test.each([
  ['2026-11-22', '2008-11-22', 18],
  ['2026-11-21', '2008-11-22', 17],
  ['2026-02-28', '2008-02-29', 17],
  ['2026-03-01', '2008-02-29', 18],
])('counts on %s the years of somebody born on %s: %i', (today, birthDate, years) => {
  expect(ageOn(today, birthDate)).toBe(years);
});

test('takes the date of a time in UTC', () => {
  expect(civilDateOf(Date.parse('2026-11-22T23:59:59.999Z'))).toBe('2026-11-22');
});
