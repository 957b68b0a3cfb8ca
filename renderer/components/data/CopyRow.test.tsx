import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CopyRow } from './CopyRow.tsx';

const ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const TEXT = { copy: 'Copy', copied: 'Copied', failed: 'Copy it yourself', copyLabel: 'Copy the address' };

afterEach(() => vi.useRealTimers());

describe('CopyRow', () => {
  it('shows a full address as one text', () => {
    render(<CopyRow kind="address" label="Address" value={ADDRESS} onCopy={async () => true} text={TEXT} />);
    expect(screen.getByText(/^bc1qw5/).closest('strong')?.textContent).toBe(ADDRESS);
  });

  it('copies the value, not the display text, and confirms it for two seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const copy = vi.fn(async () => true);
    render(<CopyRow label="Amount" value="0.05" display="0.05 BTC" onCopy={copy} text={TEXT} />);
    await userEvent
      .setup({ advanceTimers: vi.advanceTimersByTime })
      .click(screen.getByRole('button', { name: 'Copy the address' }));
    expect(copy).toHaveBeenCalledExactlyOnceWith('0.05');
    expect(screen.getByRole('status').textContent).toBe('Copied');
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(screen.getByRole('status').textContent).toBe('');
  });

  it.each([
    ['refused', async () => false],
    ['failed', async () => Promise.reject(new Error('no permission'))],
  ])('selects the value when the clipboard %s, and asks to copy it by hand', async (_case, onCopy) => {
    render(<CopyRow kind="address" label="Address" value={ADDRESS} onCopy={onCopy} text={TEXT} />);
    await userEvent.setup().click(screen.getByRole('button'));
    expect((await screen.findByText('Copy it yourself')).getAttribute('role')).toBe('status');
    expect(window.getSelection()?.toString()).toBe(ADDRESS);
  });
});
