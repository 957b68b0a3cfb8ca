import { useState } from 'react';

/** The hours that the chart can show: the host publishes the last day. */
export const CHART_HOURS = [1, 6, 24] as const;
export type ChartHours = (typeof CHART_HOURS)[number];

export interface ChartRange {
  hours: ChartHours;
  choose: (hours: ChartHours) => void;
}

export function useChartRange(): ChartRange {
  const [hours, choose] = useState<ChartHours>(24);
  return { hours, choose };
}
