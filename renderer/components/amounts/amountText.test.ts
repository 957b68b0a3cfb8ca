import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finishAmount } from '../../../contract/amountInput.ts';
import { formatAmount } from '../../../contract/formatAmount.ts';
import { fromBaseUnits } from '../../../contract/money.ts';
import { amountWidth, editAmount, replaceAmount, typedText } from './amountText.ts';

type Language = 'en' | 'ru';

/** Types keys one by one at the end of an empty field. Returns the shown text and the last reading. */
function type(keys: string, language: Language = 'en') {
  let typed = '';
  let shown = '';
  let reading = null;
  for (const key of keys) {
    const text = `${shown}${key}`;
    const edited = editAmount({ typed, shown }, { text, caret: text.length, start: shown.length }, { language });
    ({ typed, reading } = edited);
    shown = formatAmount(reading.amount, language);
    expect(edited.caret).toBe(shown.length);
  }
  return { typed, shown, other: reading?.other ?? null };
}

/** Replaces the text between two bars: edit('12|34|', '9') → "12,9|" with the caret as a bar. */
function edit(marked: string, inserted: string, language: Language = 'en'): string {
  const [left = '', removed = '', right = ''] = marked.split('|');
  const shown = `${left}${removed}${right}`;
  const typed = typedText(shown.replaceAll(language === 'en' ? ',' : '\u00a0', '').replace(',', '.'), { language });
  const change = { text: `${left}${inserted}${right}`, caret: left.length + inserted.length, start: left.length };
  const { reading, caret } = editAmount({ typed, shown }, change, { language });
  const next = formatAmount(reading.amount, language);
  return `${next.slice(0, caret)}|${next.slice(caret)}`;
}

describe('typing an amount', () => {
  it.each([
    ['1234567', '1,234,567', '1\u00a0234\u00a0567'],
    ['1234.5', '1,234.5', '1\u00a0234,5'],
    ['1234,5', '1,234.5', '1\u00a0234,5'],
    ['1,234.56', '1,234.56', '1\u00a0234,56'],
    ['1 234,5', '1,234.5', '1\u00a0234,5'],
    ['.5', '0.5', '0,5'],
    ['00', '0.', '0,'],
    ['05', '5', '5'],
    ['1x2', '12', '12'],
  ])('shows %s as %s in English and as %s in Russian', (keys, english, russian) => {
    expect(type(keys).shown).toBe(english);
    expect(type(keys, 'ru').shown).toBe(russian);
  });

  it('offers the other reading of a comma in English and of a dot in Russian', () => {
    expect(type('12,500')).toMatchObject({ shown: '12.500', other: '12500' });
    expect(type('12.500').other).toBeNull();
    expect(type('12.500', 'ru')).toMatchObject({ shown: '12,500', other: '12500' });
    expect(type('12,500', 'ru').other).toBeNull();
    expect(type('1,234,567')).toMatchObject({ shown: '1.234567', other: '1234567' });
    expect(type('12,5001').other).toBeNull();
  });

  it.each(['en', 'ru'] as const)('shows every amount of %s as formatted, whatever groups are typed', (language) => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 18n }), (units) => {
        const amount = fromBaseUnits(units, 8);
        expect(type(amount, language).shown).toBe(formatAmount(amount, language));
        const { shown, other } = type(formatAmount(amount, language), language);
        const readings = [shown, other === null ? '' : formatAmount(finishAmount(other) ?? '', language)];
        expect(readings).toContain(formatAmount(amount, language));
      }),
    );
  });

  it('keeps the amount when the end of a grouped text is deleted', () => {
    const { typed, shown } = type('1,234.5');
    const change = { text: '1,234.', caret: 6, start: 7 };
    const shorter = editAmount({ typed, shown }, change, { language: 'en' });
    expect(shorter.reading.amount).toBe('1234.');
    const whole = editAmount(
      { typed: shorter.typed, shown: '1,234.' },
      { text: '1,234', caret: 5, start: 6 },
      { language: 'en' },
    );
    expect(whole.reading).toEqual({ amount: '1234', other: null, isInterpreted: false });
  });
});

describe('the caret of an amount', () => {
  it.each([
    ['1||005', '7', '17|,005'],
    ['12,3|4|5', '', '1,23|5'],
    ['12||34', ',', '12.|34'],
    ['12||.5', 'x', '12|.5'],
    ['1|,|234', '', '1|34'],
    ['|12,345|', '12,500', '12.500|'],
    ['1,234||', '5', '12,345|'],
    ['1,2||34.56', '9', '12,9|34.56'],
    ['1,234|.|5', '', '12,34|5'],
    ['||5', '.', '0.|5'],
  ])('%s with %j inserted becomes %s', (before, inserted, after) => {
    // A removed separator takes the next digit with it, as the Delete key does.
    expect(edit(before, inserted)).toBe(after);
  });

  it('deletes the digit before a grouping separator with the Backspace key', () => {
    const change = { text: '1234', caret: 1, start: 2 };
    const edited = editAmount({ typed: '1234', shown: '1,234' }, change, { language: 'en' });
    expect(edited).toMatchObject({ reading: { amount: '234' }, caret: 0 });
  });

  it('groups with a non-breaking space in Russian', () => {
    expect(edit('12\u00a0||345', '6', 'ru')).toBe('126|\u00a0345');
  });

  it('finds the changed part of a text when the selection before is unknown', () => {
    const change = { text: '1,2349', caret: 6, start: null };
    expect(editAmount({ typed: '1234', shown: '1,234' }, change, { language: 'en' }).reading.amount).toBe('12349');
  });

  it('follows a pasted amount', () => {
    const pasted = replaceAmount({ typed: '1234', shown: '1,234' }, { from: 1, to: 3, inserted: '99' }, { language: 'en' });
    expect(pasted).toMatchObject({ reading: { amount: '19934' }, caret: 4 });
  });
});

describe('the width of an amount', () => {
  it('counts a separator as half a digit, rounded up', () => {
    expect(amountWidth('0.05')).toBe(4);
    expect(amountWidth('1,234.5')).toBe(6);
    expect(amountWidth('')).toBe(0);
  });
});
