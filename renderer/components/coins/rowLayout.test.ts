import { describe, expect, it } from 'vitest';
import { layOutRows, rowsBetween, scrollToRow, sectionOfRow, topOfRow } from './rowLayout.ts';

const layout = layOutRows([1, 0, 4, 2995], 60, 36);

describe('the layout of the coin list', () => {
  it('gives an empty section no heading and no height', () => {
    expect(layout.sections[1]).toEqual({ first: 1, count: 0, top: 96 });
    expect(layout.sections[2]?.top).toBe(96);
    expect(layout.height).toBe(3 * 36 + 3000 * 60);
  });

  it('returns the section and position of any row', () => {
    expect(sectionOfRow(layout, 0)).toBe(0);
    expect(sectionOfRow(layout, 1)).toBe(2);
    expect(sectionOfRow(layout, 2999)).toBe(3);
    expect(sectionOfRow(layout, 3000)).toBe(-1);
    expect(topOfRow(layout, 1)).toBe(96 + 36);
    expect(topOfRow(layout, 2999)).toBe(layout.height - 60);
  });

  it('returns the visible rows of each section', () => {
    expect(rowsBetween(layout, 0, 200)).toEqual([
      { section: 0, from: 0, to: 1 },
      { section: 2, from: 1, to: 3 },
    ]);
    expect(rowsBetween(layout, layout.height - 120, layout.height + 500)).toEqual([{ section: 3, from: 2998, to: 3000 }]);
  });

  it('covers the visible part of the list at every scroll position', () => {
    for (let top = 0; top < 900; top += 7) {
      const seen = rowsBetween(layout, top, top + 300).flatMap(({ from, to }) =>
        Array.from({ length: to - from }, (_, at) => from + at),
      );
      const wanted = Array.from({ length: 40 }, (_, index) => index).filter(
        (index) => topOfRow(layout, index) + 60 > top && topOfRow(layout, index) < top + 300,
      );
      expect(seen).toEqual(expect.arrayContaining(wanted));
    }
  });

  it('scrolls as little as needed and shows the heading with the first row', () => {
    expect(scrollToRow(layout, 0, 500, 300)).toBe(0);
    expect(scrollToRow(layout, 1, 500, 300)).toBe(96);
    expect(scrollToRow(layout, 2, 0, 300)).toBe(0);
    expect(scrollToRow(layout, 10, 0, 300)).toBe(topOfRow(layout, 10) + 60 - 300);
  });
});
