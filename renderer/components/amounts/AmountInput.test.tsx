import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { AmountInput, type AmountInputProps } from './AmountInput.tsx';

const ENGLISH = { language: 'en' } as const;

const ignore = () => undefined;

function Held({ start, onChange, ...rest }: { start: string } & Partial<AmountInputProps>) {
  const [value, setValue] = useState(start);
  const change: AmountInputProps['onChange'] = (next, reading) => {
    setValue(next);
    onChange?.(next, reading);
  };
  return <AmountInput aria-label="You send" format={ENGLISH} onRefusal={ignore} {...rest} value={value} onChange={change} />;
}

function field(): HTMLInputElement {
  return screen.getByRole<HTMLInputElement>('textbox', { name: 'You send' });
}

async function typeAt(caret: number, keys: string): Promise<void> {
  const user = userEvent.setup();
  await user.click(field());
  field().setSelectionRange(caret, caret);
  await user.keyboard(keys);
}

function paste(text: string): void {
  fireEvent.paste(field(), { clipboardData: { getData: () => text } });
}

describe('AmountInput', () => {
  it('keeps the caret where a digit was typed in the middle', async () => {
    render(<Held start="1005" />);
    await typeAt(1, '7');
    expect(field().value).toBe('17,005');
    expect(field().selectionStart).toBe(2);
  });

  it('keeps the caret where a digit was deleted', async () => {
    render(<Held start="12345" />);
    await typeAt(4, '{Backspace}');
    expect(field().value).toBe('1,245');
    expect(field().selectionStart).toBe(3);
  });

  it('deletes the digit next to a grouping separator', async () => {
    render(<Held start="12345" />);
    await typeAt(3, '{Backspace}');
    expect(field().value).toBe('1,345');
    await typeAt(1, '{Delete}');
    expect(field().value).toBe('145');
  });

  it('replaces a selected amount that was computed again before the customer typed', async () => {
    const user = userEvent.setup();
    const changed = vi.fn();
    const at = (value: string) => (
      <AmountInput
        aria-label="You send"
        format={{ ...ENGLISH, decimals: 6 }}
        onRefusal={ignore}
        value={value}
        onChange={changed}
      />
    );
    const { rerender } = render(at('452.202365'));
    await user.tab();
    expect([field().selectionStart, field().selectionEnd]).toEqual([0, 10]);
    rerender(at('1452.2023'));
    expect([field().selectionStart, field().selectionEnd]).toEqual([0, 10]);
    await user.keyboard('5');
    expect(changed).toHaveBeenCalledWith('5', expect.anything());
  });

  it('keeps the caret when the amount is computed again', async () => {
    const user = userEvent.setup();
    const { rerender } = render(<Held key="field" start="452.2023" />);
    await user.click(field());
    field().setSelectionRange(2, 2);
    fireEvent(document, new Event('selectionchange'));
    rerender(<Held key="field" start="452.2023" format={{ language: 'ru' }} />);
    expect(field().value).toBe('452,2023');
    expect([field().selectionStart, field().selectionEnd]).toEqual([2, 2]);
  });

  it('rejects a letter without moving the caret', async () => {
    const changed = vi.fn();
    render(<Held start="1234.5" onChange={changed} />);
    await typeAt(2, 'x');
    expect(field().value).toBe('1,234.5');
    expect(field().selectionStart).toBe(1);
    expect(changed).not.toHaveBeenCalled();
  });

  it('shows the separators of Russian', async () => {
    render(<Held start="" format={{ language: 'ru' }} />);
    await typeAt(0, '12345.67');
    expect(field().value).toBe('12\u00a0345,67');
    expect(field().selectionStart).toBe(9);
  });

  it('reports both readings of a typed comma', async () => {
    const changed = vi.fn();
    render(<Held start="" onChange={changed} />);
    await typeAt(0, '12,500');
    expect(field().value).toBe('12.500');
    expect(changed).toHaveBeenLastCalledWith('12.500', { amount: '12.500', other: '12500', isInterpreted: true });
  });

  it('replaces the selection by a pasted amount', () => {
    render(<Held start="100" />);
    field().setSelectionRange(0, 3);
    paste('1 234,56');
    expect(field().value).toBe('1,234.56');
    expect(field().selectionStart).toBe(8);
    field().setSelectionRange(1, 5);
    paste('7');
    expect(field().value).toBe('17.56');
    expect(field().selectionStart).toBe(2);
  });

  it('reports how both kinds of separators in a paste were read', () => {
    const changed = vi.fn();
    render(<Held start="" onChange={changed} />);
    paste('1.234,56');
    expect(changed).toHaveBeenLastCalledWith('1234.56', { amount: '1234.56', other: null, isInterpreted: true });
  });

  it.each(['-5', '1e5', '1.2.3'])('rejects the pasted text %s and reports it', (text) => {
    const refused = vi.fn();
    render(<Held start="100" onRefusal={refused} />);
    paste(text);
    expect(field().value).toBe('100');
    expect(refused.mock.calls).toEqual([['characters']]);
  });

  it.each(['1e3', '-5', '\u22125', '½', '12 BTC'])('rejects %s from dictation or autofill as a whole', (text) => {
    const [changed, refused] = [vi.fn(), vi.fn()];
    render(<Held start="100" onChange={changed} onRefusal={refused} />);
    fireEvent.change(field(), { target: { value: text } });
    expect(field().value).toBe('100');
    expect(changed).not.toHaveBeenCalled();
    expect(refused.mock.calls).toEqual([['characters']]);
  });

  it('reports a typed exponent until the field is empty or left', async () => {
    const refused = vi.fn();
    render(<Held start="" onRefusal={refused} />);
    await typeAt(0, '1e');
    expect(refused.mock.calls).toEqual([['characters']]);
    await typeAt(1, '3');
    expect(field().value).toBe('13');
    expect(refused).toHaveBeenCalledOnce();
    await typeAt(2, '{Backspace}{Backspace}');
    expect(refused).toHaveBeenLastCalledWith(null);
    await typeAt(0, '-');
    expect(refused).toHaveBeenLastCalledWith('characters');
    fireEvent.blur(field());
    expect(refused).toHaveBeenLastCalledWith(null);
  });

  it('reports decimals that the coin does not have, typed or pasted', async () => {
    const refused = vi.fn();
    render(<Held start="0.12345678" onRefusal={refused} />);
    await typeAt(10, '9');
    expect(field().value).toBe('0.12345678');
    expect(refused.mock.calls).toEqual([['decimals']]);
    // The digit that was cut does not come back.
    await typeAt(5, '{Backspace}');
    expect(field().value).toBe('0.1245678');
    expect(refused).toHaveBeenLastCalledWith(null);
    field().setSelectionRange(0, 9);
    paste('1.2345678912');
    expect(field().value).toBe('1.23456789');
    expect(refused).toHaveBeenLastCalledWith('decimals');
  });

  it('reads full-width digits, typed or pasted', async () => {
    const refused = vi.fn();
    render(<Held start="" onRefusal={refused} />);
    await typeAt(0, '０．５');
    expect(field().value).toBe('0.5');
    field().setSelectionRange(0, 3);
    paste('１，２３４．５');
    expect(field().value).toBe('1,234.5');
    expect(refused).not.toHaveBeenCalled();
  });

  it('copies the plain amount', () => {
    render(<Held start="12345.6" />);
    field().setSelectionRange(0, 8);
    const setData = vi.fn();
    fireEvent.copy(field(), { clipboardData: { setData } });
    expect(setData).toHaveBeenLastCalledWith('text', '12345.6');
    expect(field().value).toBe('12,345.6');
    fireEvent.cut(field(), { clipboardData: { setData } });
    expect(field().value).toBe('');
  });

  it('sets the number of digits as an attribute for the font size', async () => {
    render(<Held start="0.05" />);
    expect(field().dataset['width']).toBe('4');
    await typeAt(4, '123456');
    expect(field().dataset['width']).toBe('10');
  });
});
