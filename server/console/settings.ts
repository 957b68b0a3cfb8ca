import type { Settings } from '../../contract/console/settings.ts';
import { readSettings } from '../operator/settings/readSettings.ts';
import type { ConsoleContext } from './context.ts';

/** Returns all settings with the values that they have on this host. */
export async function presentSettings(context: ConsoleContext): Promise<Settings> {
  const settings = (await readSettings(context)).map(({ setting, ...record }) => ({
    ...record,
    kind: setting.kind,
    unit: setting.unit,
    usual: setting.usual,
    least: setting.operators?.[0] ?? ('least' in setting ? String(setting.least) : null),
    most: setting.operators?.[1] ?? ('most' in setting ? String(setting.most) : null),
    options: 'options' in setting ? [...setting.options] : [],
    text: setting.text,
  }));
  return { settings };
}
