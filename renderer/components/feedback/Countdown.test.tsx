import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Countdown, formatRemaining } from './Countdown.tsx';

function at(remainingMs: number) {
  return <Countdown remainingMs={remainingMs} label="Held for" announce={(ms) => `${ms / 1_000} s left`} />;
}

function said(): string | null {
  return screen.getByRole('status').textContent;
}

describe('Countdown', () => {
  it.each([
    [1_122_000, '18:42'],
    [86_399_000, '23:59:59'],
    [59_001, '1:00'],
    [1, '0:01'],
    [0, '0:00'],
    [-5_000, '0:00'],
  ])('shows %i ms as %s', (remaining, text) => {
    expect(formatRemaining(remaining)).toBe(text);
  });

  it('interrupts a screen reader only when a threshold is passed', () => {
    const { rerender } = render(at(301_000));
    expect(said()).toBe('');
    rerender(at(300_000));
    expect(said()).toBe('300 s left');
    rerender(at(299_000));
    expect(said()).toBe('300 s left');
    rerender(at(60_000));
    expect(said()).toBe('60 s left');
    rerender(at(0));
    expect(said()).toBe('0 s left');
  });
});
