import { expect, test } from 'vitest';
import { alertProblem, distance } from './alertProblem.ts';

test.each([
  ['above', '93500', '91511.15', null],
  ['above', '91511.15', '91511.15', 'reached'],
  ['below', '91511.15', '91511.15', 'reached'],
  ['below', '90000', '91511.15', null],
  ['below', '90000', null, null],
  ['moves', '2.5', '91511.15', null],
  ['moves', '1000.1', '91511.15', 'tooLarge'],
  ['above', null, '91511.15', 'empty'],
  ['moves', '0', '91511.15', 'empty'],
] as const)('judges an alert that %s %s at a rate of %s as %s', (kind, value, rate, problem) => {
  expect(alertProblem(kind, value, rate)).toBe(problem);
});

test('measures the distance in percent without its direction', () => {
  expect(distance('91511.15', '93500')).toBe('2.17');
  expect(distance('91511.15', '90000')).toBe('1.65');
});
