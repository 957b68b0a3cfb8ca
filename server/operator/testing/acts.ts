import { ConcurrentUpdateError } from '../../common/retryOnConflict.ts';
import type { BlacklistTable } from '../../db/tables/host.ts';
import type { ActName, EffectOf } from '../acts/index.ts';
import { planAct, runAct } from '../acts/runAct.ts';
import type { OperatorContext } from '../operatorContext.ts';

const TESTER = { systemUser: 'tester' };

/** Plans an act and runs it. Returns its effect, or null when it was refused or another process was first. */
export async function act<Name extends ActName>(
  context: OperatorContext,
  name: Name,
  input: unknown,
): Promise<EffectOf<Name> | null> {
  const planned = await planAct(context, TESTER, name, input);
  if ('refused' in planned) return null;
  try {
    const done = await runAct(context, TESTER, name, input, planned.digest);
    return 'refused' in done ? null : done.effect;
  } catch (error) {
    if (error instanceof ConcurrentUpdateError) return null;
    throw error;
  }
}

/** Releases a payment on hold. Returns false when it is not on hold. */
export async function releaseHeld(context: OperatorContext, sendId: string): Promise<boolean> {
  return (await act(context, 'release', { sendId })) !== null;
}

/** Retries a payment. Returns null when there is nothing to retry. */
export async function retrySend(context: OperatorContext, sendId: string): Promise<'RETRIED' | 'MONITORED' | null> {
  return (await act(context, 'retry', { sendId }))?.outcome ?? null;
}

export async function addToBlacklist(context: OperatorContext, entry: Pick<BlacklistTable, 'kind' | 'value'>): Promise<void> {
  await act(context, 'blacklist', { ...entry, reason: null });
}
