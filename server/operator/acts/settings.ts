import Type from 'typebox';
import { closed } from '../../../contract/schemas/common.ts';
import type { Executor } from '../../db/database.ts';
import { listOperators } from '../../db/repositories/accounts/users.ts';
import { deleteSetting, writeSetting } from '../../db/repositories/settings.ts';
import { readSignedRows } from '../../guarantee/signedRows.ts';
import { queueAccountMail } from '../../mail/accountMail.ts';
import { ConfigurationError } from '../../settings/configurationError.ts';
import { readOperatorSettings } from '../settings/operatorSettings.ts';
import { checkOperatorBounds, isSettingName, SETTINGS, type SettingTexts } from '../../settings/settingTable.ts';
import { defineAct, refuse, type Act } from './act.ts';

/** All changes have one subject, so that two of them can't be valid alone and invalid together. */
const SETTINGS_SUBJECT = 'settings';

const Name = Type.String({ minLength: 1, maxLength: 100 });
const Reason = Type.String({ minLength: 1, maxLength: 1_000 });

/** No value: each host's environment decides again. */
const Value = Type.Union([Type.String({ minLength: 1, maxLength: 200 }), Type.Null()]);

/** Gives a setting a value that takes precedence over the environment on every host (D72), or removes it. Orders and quotes keep their terms. */
const set = defineAct({
  scope: 'settings',
  input: Type.Object({ name: Name, value: Value, reason: Reason }, closed),
  plan: async (context, { name, value, reason }) => {
    if (!isSettingName(name)) return refuse('UNKNOWN');
    const { environmentSettings: environment } = context;
    const rows = [...(await readSignedRows(context)).settings.values()];
    const stored = Object.fromEntries(rows.map((row) => [row.name, row.value]));
    if ((stored[name] ?? null) === value) return refuse('UNCHANGED');
    const { [name]: _removed, ...others } = stored;
    const otherwise = environment[name] ?? SETTINGS[name].usual;
    const why = faultOf(environment, { ...others, ...(value !== null && { [name]: value }) });
    if (why !== null) return refuse('INVALID', { why });
    const effect = { name, before: stored[name] ?? otherwise, after: value ?? otherwise, isUnset: value === null };
    return {
      subject: SETTINGS_SUBJECT,
      effect,
      versions: rows,
      reason,
      execute: async (transaction: Executor, operator: string) => {
        const at = context.now();
        // The row may be missing: its act decides (D79).
        if (value === null) await deleteSetting(transaction, name);
        else await writeSetting(transaction, { name, value, set_by: operator, set_at: at });
        for (const { id } of await listOperators(transaction)) {
          const data = { name, before: effect.before, after: effect.after, operator, reason };
          const mail = { kind: 'SETTING_CHANGED', data, userId: id, origin: context.siteOrigin, now: at } as const;
          await queueAccountMail(transaction, mail);
        }
      },
    };
  },
  needsSecond: () => true,
});

/** Returns why these values can't be in effect together; null: they can. */
function faultOf(environment: SettingTexts, stored: SettingTexts): string | null {
  try {
    readOperatorSettings({ ...environment, ...stored });
    checkOperatorBounds(stored);
    return null;
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
}

export const settingActs = { set } satisfies Record<string, Act>;
