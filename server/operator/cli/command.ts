import type { OperatorScope } from '../../../contract/accounts/operatorScopes.ts';
import type { Refusal } from '../acts/act.ts';
import { ACTS, type ActName, type EffectOf, type RefusalOf, type ResultOf } from '../acts/index.ts';
import { InvalidInputError, planAct, runAct, type Actor } from '../acts/runAct.ts';
import type { Seals } from '../../identity/seals.ts';
import type { OperatorContext } from '../operatorContext.ts';

/**
 * The host's database and networks, its emergency file, and who runs the command. `openSeals` reads the key of customers' documents; without
 * it, none can be opened.
 */
export type CommandContext = OperatorContext & { operatorFile: string; actor: Actor; openSeals?: () => Promise<Seals> };

export interface OperatorCommand {
  scope: OperatorScope;
  /** Arguments and what the command does with them; one entry for each form of the command */
  usage: readonly (readonly [args: string, help: string])[];
  /** Returns the text to print, or null when the arguments do not fit the usage. Throws what the acts throw. */
  run(context: CommandContext, words: readonly string[]): Promise<string | null>;
}

interface ActTexts<Name extends ActName> {
  usage: OperatorCommand['usage'];
  /** Returns the act's input; the act's schema checks it. */
  input(words: readonly string[]): unknown;
  done(done: { effect: EffectOf<Name>; result: ResultOf<Name> }, words: readonly string[]): string;
  refused(refusal: RefusalOf<Name>, words: readonly string[]): string;
}

/** Returns the command of an act: it plans the act and runs what it planned. */
export function actCommand<Name extends ActName>(name: Name, texts: ActTexts<Name>): OperatorCommand {
  return {
    scope: ACTS[name].scope,
    usage: texts.usage,
    run: async (context, words) => {
      const outcome = await perform(context, name, texts.input(words));
      if (outcome === null) return null;
      if (!('refused' in outcome)) return texts.done(outcome, words);
      return isChanged(outcome) ? CHANGED : texts.refused(outcome, words);
    },
  };
}

export const CHANGED = 'Another process changed the order at the same time. Run `show <order>`, then repeat the command.';

/** Plans an act and runs it. Returns null when the input does not fit. */
async function perform<Name extends ActName>({ actor, ...context }: CommandContext, name: Name, input: unknown) {
  try {
    const planned = await planAct(context, actor, name, input);
    return 'refused' in planned ? planned : await runAct(context, actor, name, input, planned.digest);
  } catch (error) {
    if (error instanceof InvalidInputError) return null;
    throw error;
  }
}

const isChanged = (refusal: Refusal): refusal is Refusal<'PLAN_CHANGED'> => refusal.refused === 'PLAN_CHANGED';

/** Joins the words of a note. Without words it is undefined, which no schema accepts. */
export const note = (words: readonly string[]): string | undefined => (words.length === 0 ? undefined : words.join(' '));
