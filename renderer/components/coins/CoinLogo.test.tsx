import { fireEvent, render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { CoinLogo } from './CoinLogo.tsx';
import { monogram } from './monogram.ts';

describe('CoinLogo', () => {
  it('falls back to the monogram when its image fails to load and tries a new source', () => {
    const { container, rerender } = render(<CoinLogo ticker="IOTX" source="/gone.svg" />);
    const picture = container.querySelector('img');
    if (picture) fireEvent.error(picture);
    expect(container.querySelector('img')).toBeNull();
    expect(container.textContent).toBe('IOT');
    rerender(<CoinLogo ticker="BTC" source="/btc.svg" />);
    expect(container.querySelector('img')?.getAttribute('src')).toBe('/btc.svg');
  });

  it('gives a ticker the same monogram every time, whatever its case', () => {
    expect(monogram('usdt')).toEqual(monogram('USDT'));
    expect(monogram('USDT').hue).not.toBe(monogram('USDC').hue);
  });
});
