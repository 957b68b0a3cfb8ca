import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { FormEvent } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { AddressInput } from './AddressInput.tsx';

describe('AddressInput', () => {
  it('removes white space and line breaks from pasted text', () => {
    const change = vi.fn();
    render(<AddressInput aria-label="Address" value="" onChange={change} />);
    fireEvent.change(screen.getByRole('textbox'), { target: { value: ' TR7NHq\njeKQ ' } });
    expect(change).toHaveBeenCalledExactlyOnceWith('TR7NHqjeKQ');
  });

  it('submits its form on Enter like a single-line field', async () => {
    const submit = vi.fn((event: FormEvent) => event.preventDefault());
    const change = vi.fn();
    render(
      <form onSubmit={submit}>
        <AddressInput aria-label="Address" value="TR7NHq" onChange={change} />
      </form>,
    );
    const user = userEvent.setup();
    await user.click(screen.getByRole('textbox'));
    await user.keyboard('{Enter}');
    expect(submit).toHaveBeenCalledOnce();
    expect(change).not.toHaveBeenCalled();
  });
});
