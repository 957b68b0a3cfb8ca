import { withTimeout } from '../../withTimeout.ts';
import { ChainUnavailableError } from './chainGateway.ts';

/** What a network is asked, for so long. Throws ChainUnavailableError when it takes longer; the question itself stays open. */
export async function answerInTime<Answer>(question: Promise<Answer>, milliseconds: number): Promise<Answer> {
  return await withTimeout(question, milliseconds, () => new ChainUnavailableError('the network takes too long'));
}
