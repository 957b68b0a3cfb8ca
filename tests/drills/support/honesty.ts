import type { DrillWorld } from '../drill.ts';
import { Refusal } from './callApi.ts';

const HONEST: readonly string[] = ['ERR_SERVICE_UNAVAILABLE', 'ERR_PAIR_NOT_ACTIVE'];

/**
 * Requests something that a host can't do during a fault. It must answer 503 with an error of the catalogue, or that the coin
 * is closed, because the embedded networks use the same database. A success would be a promise that is not stored. The answer
 * must also arrive in time. Complains of each violation.
 */
export async function refusesHonestly(
  { log, complain, longestAnswerMs }: Pick<DrillWorld, 'log' | 'complain' | 'longestAnswerMs'>,
  fault: string,
  ask: () => Promise<unknown>,
): Promise<void> {
  const startedAt = Date.now();
  const answer = await ask().catch((error: unknown) => error);
  const isHonest = answer instanceof Refusal && HONEST.includes(answer.code);
  const took = Date.now() - startedAt;
  log(`${fault} a server answers after ${took} ms with ${isHonest ? answer.code : 'something else'}`);
  if (!isHonest) complain(`${fault} a server says ${answer instanceof Error ? answer.message : 'yes'}`);
  if (took > longestAnswerMs) complain(`${fault} a server takes ${Math.round(took / 1_000)} s to answer`);
}
