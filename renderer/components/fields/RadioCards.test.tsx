import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { RadioCards } from './RadioCards.tsx';

function Held({ onChange, reason }: { onChange: (mode: string) => void; reason?: string }) {
  const [mode, setMode] = useState('FLOATING');
  return (
    <RadioCards
      legend="Rate"
      value={mode}
      onChange={(next) => {
        setMode(next);
        onChange(next);
      }}
      options={[
        { value: 'FLOATING', label: 'Floating', detail: 'Rate when confirmed' },
        { value: 'FIXED', label: 'Fixed', detail: 'For 20 minutes', unavailableReason: reason },
      ]}
    />
  );
}

describe('RadioCards', () => {
  it('is a named group controlled by the arrow keys', async () => {
    const change = vi.fn();
    render(<Held onChange={change} />);
    expect(screen.getByRole('group', { name: 'Rate' })).toBeTruthy();
    const user = userEvent.setup();
    await user.tab();
    await user.keyboard('{ArrowDown}');
    expect(change).toHaveBeenCalledExactlyOnceWith('FIXED');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Fixed' }).checked).toBe(true);
  });

  it('selects a card by a press anywhere on it', async () => {
    const change = vi.fn();
    render(<Held onChange={change} />);
    await userEvent.setup().click(screen.getByText('For 20 minutes'));
    expect(change).toHaveBeenCalledExactlyOnceWith('FIXED');
  });

  it('shows why a card is unavailable instead of its detail', () => {
    render(<Held onChange={() => undefined} reason="Not offered for this pair" />);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Fixed/ }).disabled).toBe(true);
    expect(screen.getByText('Not offered for this pair')).toBeTruthy();
    expect(screen.queryByText('For 20 minutes')).toBeNull();
  });
});
