import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { layOutRows, rowsBetween, scrollToRow, type RowLayout } from './rowLayout.ts';

/** Heights in rem, equal to those in CoinList.module.css. */
const ROW_REM = 3.75;
const HEADING_REM = 2.25;
/** Rows rendered beyond either edge, so that quick scrolling shows no gap. */
const OVERSCAN_ROWS = 3;
/** Assumed height in px until the box is measured, so that opening forces no layout. */
const USUAL_VIEWPORT = 560;
/** Delay in ms before rows beyond the edges are rendered, so that a new list fits in one frame. */
const SETTLE_MS = 100;

export interface RowWindow {
  layout: RowLayout;
  ranges: ReturnType<typeof rowsBetween>;
  onScroll: () => void;
  reveal: (index: number) => void;
  rowsPerPage: () => number;
  toTop: () => void;
}

/** Returns the visible rows of a list of thousands. */
export function useRowWindow(counts: readonly number[]): [RefObject<HTMLDivElement | null>, RowWindow] {
  const list = useRef<HTMLDivElement>(null);
  const [rem] = useState(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16);
  const [scrolledRows, setScrolledRows] = useState(0);
  const wantedTop = useRef<number | null>(null);
  const layout = layOutRows(counts, ROW_REM * rem, HEADING_REM * rem);
  const top = scrolledRows * layout.rowHeight;
  const [viewport, setViewport] = useState(USUAL_VIEWPORT);
  const [settled, setSettled] = useState(false);
  const overscan = settled ? OVERSCAN_ROWS * layout.rowHeight : 0;

  useEffect(() => {
    const box = list.current;
    if (!box || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.contentRect.height ?? 0;
      setViewport((known) => Math.max(known, height));
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (settled) return undefined;
    const timer = setTimeout(() => setSettled(true), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [settled]);

  useLayoutEffect(() => {
    // After rendering, because the scroll range depends on the new rows.
    if (wantedTop.current === null || !list.current) return;
    list.current.scrollTop = wantedTop.current;
    wantedTop.current = null;
  });

  const toTop = useCallback((): void => {
    wantedTop.current = 0;
    setScrolledRows(0);
    setSettled(false);
  }, []);
  const moveTo = (position: number): void => {
    wantedTop.current = position;
    setScrolledRows(Math.floor(position / layout.rowHeight));
  };
  const rows: RowWindow = {
    layout,
    ranges: rowsBetween(layout, top - overscan, top + viewport + overscan),
    // State changes once per row, not once per pixel.
    onScroll: () => setScrolledRows(Math.floor((list.current?.scrollTop ?? 0) / layout.rowHeight)),
    reveal: (index) => {
      const box = list.current;
      if (box) moveTo(scrollToRow(layout, index, box.scrollTop, box.clientHeight || viewport));
    },
    rowsPerPage: () => Math.max(1, Math.floor((list.current?.clientHeight || viewport) / layout.rowHeight) - 1),
    toTop,
  };
  return [list, rows];
}
