import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Field } from './Field.tsx';
import { TextInput } from './TextInput.tsx';

function field(messages: { hint?: string; error?: string; ok?: string }) {
  return (
    <Field label="Address" {...messages}>
      {(control) => <TextInput {...control} value="" onChange={() => undefined} />}
    </Field>
  );
}

describe('Field', () => {
  it('describes its control by the error, else by the confirmation, else by the hint', () => {
    const { rerender } = render(field({ hint: 'On TRON' }));
    const input = screen.getByRole('textbox', { name: 'Address' });
    const message = (): string | undefined => document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent;
    expect(message()).toBe('On TRON');
    rerender(field({ hint: 'On TRON', ok: 'Valid' }));
    expect(message()).toBe('Valid');
    rerender(field({ hint: 'On TRON', ok: 'Valid', error: 'A Bitcoin address' }));
    expect(message()).toBe('A Bitcoin address');
  });

  it('marks its control as invalid only while there is an error', () => {
    const { rerender } = render(field({ error: 'Missing' }));
    const input = screen.getByRole('textbox');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    rerender(field({}));
    expect(input.hasAttribute('aria-invalid')).toBe(false);
  });
});
