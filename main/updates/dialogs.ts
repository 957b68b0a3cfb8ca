import { dialog } from 'electron';
import type { LocaleCode } from '../../contract/paths/locales.ts';
import { systemText } from '../texts.ts';
import type { CheckResult } from './appUpdates.ts';

/** Tells the customer the result of a check that they asked for. Resolves to true if they want to restart into the update. */
export async function tellUpdate(
  result: CheckResult,
  { app, version, locale }: { app: string; version: string; locale: LocaleCode },
): Promise<boolean> {
  const values = { app, version };
  const isReady = result === 'ready';
  const buttons = isReady ? (['system.button.later', 'system.button.restart'] as const) : (['system.button.ok'] as const);
  const { response } = await dialog.showMessageBox({
    type: 'info',
    message: systemText(locale, `system.update.${result}`, values),
    detail: systemText(locale, `system.update.${result}Detail`, values),
    buttons: buttons.map((id) => systemText(locale, id)),
    cancelId: 0,
    defaultId: buttons.length - 1,
  });
  return isReady && response === 1;
}
