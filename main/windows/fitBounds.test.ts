import { expect, it } from 'vitest';
import { fitBounds } from './fitBounds.ts';

const LEFT = { x: 0, y: 25, width: 1_920, height: 1_055 };
const RIGHT = { x: 1_920, y: 0, width: 1_280, height: 1_024 };

it.each([
  [
    'keeps a window on the first display',
    { x: 100, y: 100, width: 1_280, height: 800 },
    { x: 100, y: 100, width: 1_280, height: 800 },
  ],
  [
    'keeps a window on the second display',
    { x: 2_000, y: 50, width: 900, height: 700 },
    { x: 2_000, y: 50, width: 900, height: 700 },
  ],
  [
    'moves a title bar down onto the display',
    { x: 0, y: -300, width: 900, height: 700 },
    { x: 0, y: 25, width: 900, height: 700 },
  ],
  [
    'makes a window as small as its display',
    { x: 1_920, y: 0, width: 3_000, height: 2_000 },
    { x: 1_920, y: 0, width: 1_280, height: 1_024 },
  ],
  [
    'lets the system place a window of a missing display',
    { x: 5_000, y: 50, width: 900, height: 700 },
    { width: 900, height: 700 },
  ],
  [
    'lets the system place a window of which only an edge shows',
    { x: -890, y: 50, width: 900, height: 700 },
    { width: 900, height: 700 },
  ],
])('%s', (_what, bounds, fitted) => {
  expect(fitBounds(bounds, [LEFT, RIGHT])).toEqual(fitted);
});
