import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { Checkbox } from './Checkbox.tsx';

describe('Checkbox', () => {
  it('is ticked by its label and the space key', async () => {
    const change = vi.fn();
    render(
      <Checkbox checked={false} onChange={change}>
        I agree
      </Checkbox>,
    );
    const user = userEvent.setup();
    await user.click(screen.getByText('I agree'));
    await user.keyboard(' ');
    expect(change.mock.calls).toEqual([[true], [true]]);
  });

  it('is not ticked by a link in its label', () => {
    const change = vi.fn();
    render(
      <Checkbox checked={false} onChange={change}>
        I agree to the <a href="#terms">terms</a>
      </Checkbox>,
    );
    // Native click: user-event presses the label even for a link in it, a browser does not.
    screen.getByRole('link', { name: 'terms' }).click();
    expect(change).not.toHaveBeenCalled();
  });

  it('shows its error', () => {
    render(
      <Checkbox checked={false} onChange={() => undefined} error="Tick this to go on">
        I agree
      </Checkbox>,
    );
    const box = screen.getByRole('checkbox');
    expect(box.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Tick this to go on');
  });
});
