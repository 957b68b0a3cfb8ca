import type { DrillOptions } from '../drill.ts';
import { Refusal } from './callApi.ts';
import type { World } from './customer.ts';

const HONEST: readonly string[] = ['ERR_SERVICE_UNAVAILABLE', 'ERR_PAIR_NOT_ACTIVE'];

/** The fault during which the request is made */
export type Asked = Pick<DrillOptions, 'log'> & Pick<World, 'longestAnswerMs'> & { fault: string };

/**
 * Requests something that a host can't do during a fault. It must answer 503 with an error of the catalogue, or that the coin
 * is closed, because the embedded networks use the same database. A success would be a promise that is not stored. The answer
 * must also arrive in time. Returns one sentence per violation.
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
