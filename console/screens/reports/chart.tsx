import { useEffect, useRef, useState } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { ChartContent } from './chartOf.ts';
import styles from './reports.module.css';

export interface ChartProps {
  /** Text alternative. The caller also shows the figures as a table. */
  label: string;
  content: ChartContent;
  /** Above, for the height under the pointer */
  texts: readonly string[];
}

const HEIGHT = 220;
/** The library counts the sides of its drawing from the top on. */
const RIGHT = { side: 1 };
const BAR_WIDTH = [0.7, 48] as const;

/** Bars and a line over the same days, as wide as their container. */
export function Chart({ label, content, texts }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<number | null>(null);
  // Objects of every reading are new: the drawing changes with their content only.
  const text = JSON.stringify(content);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const data = JSON.parse(text) as ChartContent;
    let plot: UPlot | null = null;
    // The library can't draw without a width.
    const watch = new ResizeObserver(() => {
      if (element.clientWidth === 0) return;
      if (plot) plot.setSize({ width: element.clientWidth, height: HEIGHT });
      else plot = draw(element, data, setShown);
    });
    watch.observe(element);
    return () => {
      watch.disconnect();
      plot?.destroy();
    };
  }, [text]);
  return (
    <>
      <p className={`hint numeric ${styles['text']}`} aria-hidden="true">
        {(shown !== null && texts[shown]) || '\u00a0'}
      </p>
      <div ref={place} className={styles['plot']} role="img" aria-label={label} />
    </>
  );
}

function draw(element: HTMLElement, { bars, line, names }: ChartContent, onPoint: (index: number | null) => void): UPlot {
  const style = getComputedStyle(element);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  const axis = (scale: string, figures: readonly string[]): UPlot.Axis => ({
    scale,
    stroke: colour('--ink-3'),
    font: `12px ${style.fontFamily}`,
    size: 16 + 7 * Math.max(...figures.map((text) => text.length)),
    ticks: { show: false },
    grid: { show: scale === 'bars', stroke: colour('--line'), width: 1 },
    splits: () => figures.map((_, index) => index / (figures.length - 1)),
    values: () => [...figures],
  });
  return new UPlot(
    {
      width: element.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      cursor: { points: { show: false }, drag: { x: false, y: false }, y: false },
      scales: {
        x: { time: false, range: [-0.5, names.length - 0.5] },
        bars: { range: [0, 1] },
        line: { range: [0, 1] },
      },
      series: [
        {},
        {
          scale: 'bars',
          fill: colour('--chart-bar'),
          width: 0,
          points: { show: false },
          ...(UPlot.paths.bars && { paths: UPlot.paths.bars({ size: [...BAR_WIDTH] }) }),
        },
        { scale: 'line', stroke: colour('--ink'), width: 2, points: { show: names.length < 2 } },
      ],
      axes: [
        {
          stroke: colour('--ink-3'),
          font: `12px ${style.fontFamily}`,
          ticks: { show: false },
          grid: { show: false },
          size: 28,
          space: 64,
          incrs: [1, 2, 3, 7, 14, 30, 60],
          values: (_plot, splits) => splits.map((index) => names[index] ?? ''),
        },
        axis('bars', bars.scale),
        Object.assign(axis('line', line.scale), RIGHT),
      ],
      hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
    },
    [names.map((_, index) => index), [...bars.heights], [...line.heights]],
    element,
  );
}
