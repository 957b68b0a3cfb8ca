import type { ReportExport, ReportInput } from '../../contract/console/reports.ts';
import { writeReportTable } from '../reports/readReport.ts';
import { recordAtConsole } from './acts.ts';
import type { ConsoleContext, Operator } from './context.ts';

/** Returns the table of a period as a CSV file. The audit keeps who took it. */
export async function exportReport(context: ConsoleContext, operator: Operator, input: ReportInput): Promise<ReportExport> {
  const text = await writeReportTable(context, input);
  await recordAtConsole(context, operator, { act: 'export', subject: 'reports', effect: input });
  return { name: `report-${input.from}-${input.to}.csv`, text };
}
