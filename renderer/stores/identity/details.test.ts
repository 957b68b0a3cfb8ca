import { describe, expect, it, test } from 'vitest';
import { emptyDraft, sampleDraft } from '../../../tests/support/samples/identity.ts';
import { civilDateFrom, detailsFieldsOf, detailsInput, detailsProblems, type DetailsFields } from './details.ts';

const NOW = Date.parse('2026-11-27T12:00:00Z');
const complete = detailsFieldsOf({ ...sampleDraft, expireDate: '2031-03-14' });
const problemsWith = (fields: Partial<DetailsFields>) => detailsProblems({ ...complete, ...fields }, NOW);

test.each([
  [{ day: '5', month: '3', year: '1991' }, '1991-03-05'],
  [{ day: ' 05', month: '03 ', year: '1991' }, '1991-03-05'],
  [{ day: '29', month: '2', year: '2023' }, null],
  [{ day: '5', month: '3', year: '91' }, null],
  [{ day: '', month: '3', year: '1991' }, null],
])('reads %j as %s', (parts, date) => {
  expect(civilDateFrom(parts)).toBe(date);
});

describe('detailsProblems', () => {
  it('finds nothing in complete details', () => {
    expect(detailsProblems(complete, NOW)).toEqual({});
  });

  it('names each field that is missing', () => {
    expect(detailsProblems(detailsFieldsOf(emptyDraft), NOW)).toEqual({
      firstName: 'MISSING',
      lastName: 'MISSING',
      birthDate: 'MISSING',
      identityNumber: 'MISSING',
      expireDate: 'MISSING',
    });
  });

  it.each([
    [{ day: '28', month: '11', year: '2008' }, 'UNDER_AGE'],
    [{ day: '27', month: '11', year: '2008' }, undefined],
    [{ day: '31', month: '4', year: '1991' }, 'NO_DATE'],
  ])('judges the date of birth %j: %s', (birthDate, problem) => {
    expect(problemsWith({ birthDate }).birthDate).toBe(problem);
  });

  it('accepts a document on its last day, and not on the day after', () => {
    expect(problemsWith({ expireDate: { day: '27', month: '11', year: '2026' } })).toEqual({});
    expect(problemsWith({ expireDate: { day: '26', month: '11', year: '2026' } })).toEqual({ expireDate: 'EXPIRED' });
  });

  it('refuses a number with other letters than a document has', () => {
    expect(problemsWith({ identityNumber: 'Л01X00T47' })).toEqual({ identityNumber: 'FORM' });
  });
});

it('sends 2099-01-01 for a document without an expiry date, and shows it as such', () => {
  const fields = { ...complete, hasNoExpiry: true };
  expect(detailsProblems({ ...fields, expireDate: { day: '', month: '', year: '' } }, NOW)).toEqual({});
  expect(detailsInput(fields).expireDate).toBe('2099-01-01');
  expect(detailsFieldsOf(sampleDraft)).toMatchObject({ hasNoExpiry: true, expireDate: { year: '' } });
});

it('trims what is sent', () => {
  expect(detailsInput({ ...complete, firstName: ' Anna ', birthDate: { day: '1', month: '2', year: '1991' } })).toMatchObject({
    firstName: 'Anna',
    birthDate: '1991-02-01',
    expireDate: '2031-03-14',
  });
});
