import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { FormEvent } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Button } from './Button.tsx';

describe('Button', () => {
  it('ignores presses while busy and stays focusable', async () => {
    const click = vi.fn();
    render(
      <Button busy onClick={click}>
        Exchange
      </Button>,
    );
    const button = screen.getByRole('button', { name: 'Exchange' });
    await userEvent.setup().click(button);
    expect(click).not.toHaveBeenCalled();
    expect(button.getAttribute('aria-busy')).toBe('true');
    expect(document.activeElement).toBe(button);
  });

  it('shows why it is unavailable and calls the handler', async () => {
    const click = vi.fn();
    const missing = vi.fn();
    render(
      <Button unavailableReason="Enter your address" onUnavailableClick={missing} onClick={click}>
        Exchange
      </Button>,
    );
    const button = screen.getByRole('button');
    expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Enter your address');
    await userEvent.setup().click(button);
    expect(click).not.toHaveBeenCalled();
    expect(missing).toHaveBeenCalledOnce();
  });

  it('looks alike wherever something is missing, whether a press is handled or explained', () => {
    const looks = [{}, { unavailableReason: 'Enter your address' }].map((props) => {
      const { unmount } = render(
        <Button variant="primary" missing {...props}>
          Enter your address
        </Button>,
      );
      const { className } = screen.getByRole('button');
      unmount();
      return className;
    });
    expect(looks[0]).toContain('missing');
    expect(looks[1]).toBe(looks[0]);
  });

  it('does not submit its form while busy', async () => {
    const submit = vi.fn((event: FormEvent) => event.preventDefault());
    render(
      <form onSubmit={submit}>
        <Button type="submit" busy>
          Send
        </Button>
      </form>,
    );
    await userEvent.setup().click(screen.getByRole('button'));
    expect(submit).not.toHaveBeenCalled();
  });
});
