import { expect, it } from 'vitest';
import { csvLine } from './csv.ts';

it.each([
  ['-b5AAAcN1h7_rG0Qf2kZxQ', '-b5AAAcN1h7_rG0Qf2kZxQ'],
  ['-1.5', '-1.5'],
  ['', ''],
  ['a "b", c', '"a ""b"", c"'],
  ['=1+1', "'=1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['-2+3', "'-2+3"],
  ["-cmd|' /C calc'!A0", "'-cmd|' /C calc'!A0"],
])('writes the cell %j as %j', (cell, written) => {
  expect(csvLine([cell])).toBe(`${written}\r\n`);
});
