import type { RefusalOf } from '../acts/index.ts';
import { readSettings, type SettingRecord } from '../settings/readSettings.ts';
import { actCommand, note, type OperatorCommand } from './command.ts';

const APPLIES = 'Every host applies it within five seconds. Orders and quotes keep the terms that they were created with.';

/** Commands about what operators set while the hosts run. */
export const SETTING_COMMANDS = {
  settings: {
    scope: 'settings',
    usage: [['', 'fees, limits, shares and caps: their values, and where each comes from']],
    run: async (context) => (await readSettings(context)).map(formatSetting).join('\n'),
  },
  set: actCommand('set', {
    usage: [['<NAME> <value> <reason>', 'give a setting a value that takes precedence over the environment, on every host']],
    input: ([name, value, ...words]) => ({ name, value, reason: note(words) }),
    done: ({ effect: { name, before, after } }) => `${name} is ${after} now; it was ${before}. ${APPLIES}`,
    refused: (refusal, words) => refused(refusal, words),
  }),
  unset: actCommand('set', {
    usage: [['<NAME> <reason>', 'remove the operator’s value: the environment decides again']],
    input: ([name, ...words]) => ({ name, value: null, reason: note(words) }),
    done: ({ effect: { name, before, after } }) => `${name} is ${after} again; it was ${before}. ${APPLIES}`,
    refused: (refusal, words) => refused(refusal, words),
  }),
} satisfies Record<string, OperatorCommand>;

function refused(refusal: RefusalOf<'set'>, [name]: readonly string[]): string {
  switch (refusal.refused) {
    case 'UNKNOWN':
      return `Nothing was done: there is no setting ${name}. \`settings\` lists all.`;
    case 'UNCHANGED':
      return `Nothing was done: ${name} is so already.`;
    case 'INVALID':
      return `Nothing was done. ${refusal.why}`;
  }
}

function formatSetting({ name, setting, value, origin, otherwise, setBy, setAt }: SettingRecord): string {
  const unit = setting.unit === null ? '' : ` ${setting.unit}`;
  const from = {
    OPERATOR: `set by ${setBy} at ${setAt}; otherwise ${otherwise}`,
    ENVIRONMENT: `from the environment; usually ${setting.usual}`,
    DEFAULT: 'as usual',
  }[origin];
  return `${name} = ${value}${unit} (${from}). ${setting.text}.`;
}
