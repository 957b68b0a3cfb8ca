import { render, screen } from '@testing-library/react';
import { encode } from 'uqr';
import { describe, expect, it } from 'vitest';
import { QrCode } from './QrCode.tsx';

const ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

/** Returns the dark modules that a path of horizontal runs covers, as "x,y". */
function darkModules(path: string): Set<string> {
  const runs = path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g);
  return new Set(
    Array.from(runs, ([, x, y, length]) => Array.from({ length: Number(length) }, (_, at) => `${Number(x) + at},${y}`)).flat(),
  );
}

describe('QrCode', () => {
  it('draws exactly the dark modules within a quiet zone of four', () => {
    render(<QrCode value={ADDRESS} title="Address" />);
    const picture = screen.getByRole('img', { name: 'Address' });
    const drawn = darkModules(picture.querySelectorAll('path')[1]?.getAttribute('d') ?? '');
    const { data, size } = encode(ADDRESS, { ecc: 'M', border: 4 });
    const wanted = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`${x},${y}`] : [])));
    expect(picture.getAttribute('viewBox')).toBe(`0 0 ${size} ${size}`);
    expect([...drawn].toSorted()).toEqual(wanted.toSorted());
    expect(wanted.every((module) => module.split(',').every((at) => Number(at) >= 4 && Number(at) < size - 4))).toBe(true);
  });
});
