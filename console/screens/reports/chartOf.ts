import type { Report, ReportFigures } from '../../../contract/console/reports.ts';
import { compare, isPositive, type Decimal } from '../../../contract/money.ts';
import { fractionOf, scaleOf, topOf } from '../../../renderer/components/data/roundScale.ts';

/** Heights from 0 to 1: parts of the drawing, not amounts. `scale`: the figures at evenly spread lines, from zero up. */
export interface ChartSeries {
  heights: number[];
  scale: string[];
}

/** What the chart of a report draws: volume as bars and revenue as a line, over the same days. */
export interface ChartContent {
  bars: ChartSeries;
  line: ChartSeries;
  /** "11-20" */
  names: string[];
}

export function chartOf({ days }: Pick<Report, 'days'>, format: (value: Decimal) => string): ChartContent {
  const series = (name: keyof Pick<ReportFigures, 'volume' | 'revenue'>): ChartSeries => {
    const highest = days.reduce((most, day) => (compare(day[name], most) > 0 ? day[name] : most), '0');
    const top = topOf(isPositive(highest) ? highest : '1');
    return { heights: days.map((day) => fractionOf(day[name], top)), scale: scaleOf(top).toReversed().map(format) };
  };
  return { bars: series('volume'), line: series('revenue'), names: days.map(({ day }) => day.slice('2026-'.length)) };
}
