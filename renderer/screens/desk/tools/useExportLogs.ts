import { useStores } from '../../../StoresContext.tsx';

/** Returns the action that saves the log files and reports a failure; null where there are none. */
export function useExportLogs(): (() => void) | null {
  const { platform, notifications } = useStores();
  const { exportLogs } = platform;
  if (!exportLogs) return null;
  return () => {
    exportLogs().then(
      (isSaved) => isSaved && notifications.show({ kind: 'success', message: 'desk.logsExported' }),
      () => notifications.show({ kind: 'error', message: 'desk.logsFailed' }),
    );
  };
}
