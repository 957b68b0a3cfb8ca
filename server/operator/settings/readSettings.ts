import { isoTime } from '../../../contract/isoTime.ts';
import { readSignedRows } from '../../guarantee/signedRows.ts';
import { SETTING_NAMES, SETTINGS, type Setting, type SettingName } from '../../settings/settingTable.ts';
import type { OperatorContext } from '../operatorContext.ts';

/** A setting as operators see it (D72). */
export interface SettingRecord {
  name: SettingName;
  setting: Setting;
  /** The value in effect, as in the environment */
  value: string;
  origin: 'OPERATOR' | 'ENVIRONMENT' | 'DEFAULT';
  /** The value without the operator's */
  otherwise: string;
  /** Who set the operator's value, and when; null: nobody */
  setBy: string | null;
  setAt: string | null;
}

/** Returns all settings, with the value that each has on this host. */
export async function readSettings({
  environmentSettings,
  ...context
}: Pick<OperatorContext, 'database' | 'signer' | 'environmentSettings'>): Promise<SettingRecord[]> {
  const { settings: rows } = await readSignedRows(context);
  return SETTING_NAMES.map((name) => {
    const setting = SETTINGS[name];
    const row = rows.get(name);
    const fromEnvironment = environmentSettings[name];
    const otherwise = fromEnvironment ?? setting.usual;
    return {
      name,
      setting,
      value: row?.value ?? otherwise,
      origin: row ? 'OPERATOR' : fromEnvironment === undefined ? 'DEFAULT' : 'ENVIRONMENT',
      otherwise,
      setBy: row?.set_by ?? null,
      setAt: row ? isoTime(Number(row.set_at)) : null,
    };
  });
}
