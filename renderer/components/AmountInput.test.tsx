import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { AmountInput, type AmountInputProps } from './AmountInput.tsx';

const normalise = (text: string): string => {
  const [whole = '', ...rest] = text
    .replace(/,/g, '.')
    .replace(/[^\d.]/g, '')
    .split('.');
  return rest.length > 0 ? `${whole || '0'}.${rest.join('')}` : whole;
};

function Held({ start, ...rest }: { start: string } & Partial<AmountInputProps>) {
  const [value, setValue] = useState(start);
  return <AmountInput aria-label="You send" normalise={normalise} {...rest} value={value} onChange={setValue} />;
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

describe('AmountInput', () => {
  it('keeps the caret where a digit was typed in the middle', async () => {
    render(<Held start="1005" />);
    await typeAt(1, '7');
    expect(field().value).toBe('17005');
    expect(field().selectionStart).toBe(2);
  });

  it('keeps the caret after a comma that became a dot', async () => {
    render(<Held start="1234" />);
    await typeAt(2, ',');
    expect(field().value).toBe('12.34');
    expect(field().selectionStart).toBe(3);
  });

  it('keeps the caret where a digit was deleted', async () => {
    render(<Held start="12345" />);
    await typeAt(3, '{Backspace}');
    expect(field().value).toBe('1245');
    expect(field().selectionStart).toBe(2);
  });

  it('rejects a letter without moving the caret', async () => {
    render(<Held start="12.5" />);
    await typeAt(1, 'x');
    expect(field().value).toBe('12.5');
    expect(field().selectionStart).toBe(1);
  });

  it('adds a zero before a leading dot and moves the caret after both', async () => {
    render(<Held start="" />);
    await typeAt(0, '.5');
    expect(field().value).toBe('0.5');
    expect(field().selectionStart).toBe(3);
  });

  it('parses pasted text and replaces the selection', () => {
    render(<Held start="100" readPaste={(text) => (text === '1 234,56' ? '1234.56' : null)} />);
    field().setSelectionRange(0, 3);
    fireEvent.paste(field(), { clipboardData: { getData: () => '1 234,56' } });
    expect(field().value).toBe('1234.56');
    expect(field().selectionStart).toBe(7);
  });

  it('rejects unreadable pasted text and reports it', () => {
    const refused = vi.fn();
    render(<Held start="100" readPaste={() => null} onPasteRefused={refused} />);
    fireEvent.paste(field(), { clipboardData: { getData: () => '1.234,56' } });
    expect(field().value).toBe('100');
    expect(refused).toHaveBeenCalledOnce();
  });

  it('sets the number of digits as a CSS variable for the font size', async () => {
    render(<Held start="0.05" />);
    expect(field().dataset['width']).toBe('4');
    await typeAt(4, '123456');
    expect(field().dataset['width']).toBe('10');
  });
});
