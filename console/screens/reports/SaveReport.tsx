import { observer } from 'mobx-react-lite';
import type { ReportInput } from '../../../contract/console/reports.ts';
import { SaveTable } from '../../../renderer/screens/account/SaveTable.tsx';
import { useStores } from '../../../renderer/StoresContext.tsx';
import { consoleGroup } from '../../stores/consoleGroup.ts';

/** Saves the table by day and coin. The host records who does. */
export const SaveReport = observer(({ period }: { period: ReportInput }) => {
  const { call } = useStores(consoleGroup);
  return (
    <SaveTable
      name={`report-${period.from}-${period.to}.csv`}
      label="console.saveReport"
      failure="console.notRead"
      read={async () => (await call('exportReport', period)).text}
    />
  );
});
