/** Row positions of a long list with sections, in px, computed from fixed heights without measuring. */
export interface RowLayout {
  rowHeight: number;
  headingHeight: number;
  total: number;
  height: number;
  /** For each section: index of its first row in the whole list, its number of rows, and the top of its heading. */
  sections: readonly { first: number; count: number; top: number }[];
}

export function layOutRows(counts: readonly number[], rowHeight: number, headingHeight: number): RowLayout {
  let first = 0;
  let top = 0;
  const sections = counts.map((count) => {
    const section = { first, count, top };
    first += count;
    top += count === 0 ? 0 : headingHeight + count * rowHeight;
    return section;
  });
  return { rowHeight, headingHeight, total: first, height: top, sections };
}

/** Returns the section of a row; -1 for an index outside the list. */
export function sectionOfRow(layout: RowLayout, index: number): number {
  return layout.sections.findIndex((section) => index >= section.first && index < section.first + section.count);
}

/** Returns the top of a row; 0 for an index outside the list. */
export function topOfRow(layout: RowLayout, index: number): number {
  const section = layout.sections[sectionOfRow(layout, index)];
  return section ? section.top + layout.headingHeight + (index - section.first) * layout.rowHeight : 0;
}

/** Returns the rows of each section between `top` and `bottom`, as half-open index ranges of the whole list. */
export function rowsBetween(layout: RowLayout, top: number, bottom: number): { section: number; from: number; to: number }[] {
  return layout.sections.flatMap(({ first, count, top: sectionTop }, section) => {
    const rowsTop = sectionTop + layout.headingHeight;
    const end = rowsTop + count * layout.rowHeight;
    if (count === 0 || end < top || sectionTop > bottom) return [];
    const from = first + Math.max(0, Math.floor((top - rowsTop) / layout.rowHeight));
    const to = first + Math.min(count, Math.max(0, Math.ceil((bottom - rowsTop) / layout.rowHeight)));
    return [{ section, from: Math.min(from, to), to }];
  });
}

/** Returns the scroll position that shows the whole row, with its heading if it is the first of its section. */
export function scrollToRow(layout: RowLayout, index: number, scrollTop: number, viewport: number): number {
  const isFirst = layout.sections.some((section) => section.count > 0 && section.first === index);
  const top = topOfRow(layout, index) - (isFirst ? layout.headingHeight : 0);
  const bottom = topOfRow(layout, index) + layout.rowHeight;
  if (top < scrollTop) return top;
  return bottom > scrollTop + viewport ? bottom - viewport : scrollTop;
}
