import { describe, expect, it } from 'vitest';
import { amountWidth, caretAfter } from './amountText.ts';

const withoutSpaces = (text: string): string => text.replace(/\s/g, '').replace(',', '.');
const leadingZero = (text: string): string => (text.startsWith('.') ? `0${text}` : text);
const threeDigits = (text: string): string => text.slice(0, 3);

describe('the caret of an amount', () => {
  it('stays after the same digit when separators before it are removed', () => {
    expect(caretAfter('1 234', 3, withoutSpaces)).toBe(2);
  });

  it('stays when a comma turns into a dot', () => {
    expect(caretAfter('12,5', 3, withoutSpaces)).toBe(3);
  });

  it('moves when normalisation inserts text before it', () => {
    expect(caretAfter('.', 1, leadingZero)).toBe(2);
  });

  it('never exceeds the end', () => {
    expect(caretAfter('12345', 5, threeDigits)).toBe(3);
  });
});

describe('the width of an amount', () => {
  it('counts a separator as half a digit, rounded up', () => {
    expect(amountWidth('0.05')).toBe(4);
    expect(amountWidth('1,234.5')).toBe(6);
    expect(amountWidth('')).toBe(0);
  });
});
