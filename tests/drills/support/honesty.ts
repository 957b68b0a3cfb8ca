import type { DrillOptions } from '../drill.ts';
import { Refusal } from './callApi.ts';
import type { World } from './customer.ts';

const HONEST: readonly string[] = ['ERR_SERVICE_UNAVAILABLE', 'ERR_PAIR_NOT_ACTIVE'];

/** In which fault it is asked */
export type Asked = Pick<DrillOptions, 'log'> & Pick<World, 'longestAnswerMs'> & { fault: string };

/**
 * Asks a host for what it can't do now. Honest is a 503 in the words of the catalogue, or that the coin is closed (the
 * embedded networks live in the same database, and are probed): a success would be a promise that is written nowhere.
 * And it must come in time. Gives what is broken, in words.
 */
export async function refusesHonestly({ fault, log, longestAnswerMs }: Asked, ask: () => Promise<unknown>): Promise<string[]> {
  const startedAt = Date.now();
  const answer = await ask().catch((error: unknown) => error);
  const isHonest = answer instanceof Refusal && HONEST.includes(answer.code);
  const said = isHonest ? answer.code : 'something else';
  const took = Date.now() - startedAt;
  log(`${fault} a server answers after ${took} ms with ${said}`);
  return [
    ...(isHonest ? [] : [`${fault} a server says ${answer instanceof Error ? answer.message : 'yes'}`]),
    ...(took > longestAnswerMs ? [`${fault} a server takes ${Math.round(took / 1_000)} s to answer`] : []),
  ];
}
