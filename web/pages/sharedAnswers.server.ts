import type { CallInput, CallName, CallOptions, CallOutput } from '../../contract/api/index.ts';
import type { Transport } from '../../contract/platform.ts';
import { dependsOnCaller } from '../http/dependsOnCaller.server.ts';

/** Calls with the same answer for every customer, and how long an answer is shared, in ms. */
const LIFETIMES: Partial<Record<CallName, number>> = {
  'service.health': 1_000,
  'service.status': 2_000,
  'service.fees': 5_000,
  'pairs.default': 2_000,
  'instruments.list': 2_000,
  'rates.history': 5_000,
  'rates.recommendedAmount': 5_000,
  'orders.latest': 2_000,
  'service.content': 5_000,
  'content.docs': 5_000,
  'content.doc': 5_000,
  'content.posts': 5_000,
  'content.post': 5_000,
};
/** Maximum number of cached answers. Evicts the oldest. */
const MOST_ANSWERS = 2_000;

/**
 * Shares answers between renders of different customers. Other calls use `own`, which may carry the customer's
 * session. An expired answer is requested again with the next customer's
 * transport. An error is shared only with callers that are waiting for it, and never if it depends on the caller.
 */
export function createSharedAnswers(
  now: () => number = Date.now,
): (transport: Transport, apiUrl: string, own?: Transport) => Transport {
  const known = new Map<string, { answer: Promise<unknown>; until: number }>();

  const ask = <Name extends CallName>(
    transport: Transport,
    key: string,
    name: Name,
    input: CallInput<Name>,
  ): Promise<unknown> => {
    const found = known.get(key);
    if (found && found.until > now()) {
      return found.answer.catch((error: unknown) => {
        if (!dependsOnCaller(error)) throw error;
        // The failed entry has been removed: the first waiting caller requests the answer again for all.
        return ask(transport, key, name, input);
      });
    }
    // Without the first caller's abort signal, because others wait for the same answer.
    const entry = { answer: transport.call(name, input).then(frozen), until: now() + (LIFETIMES[name] ?? 0) };
    known.delete(key);
    known.set(key, entry);
    const [oldest] = known.keys();
    if (known.size > MOST_ANSWERS && oldest !== undefined) known.delete(oldest);
    entry.answer.catch(() => {
      if (known.get(key) === entry) known.delete(key);
    });
    return entry.answer;
  };

  return (transport, apiUrl, own = transport) => ({
    call: <Name extends CallName>(name: Name, input: CallInput<Name>, options: CallOptions = {}): Promise<CallOutput<Name>> => {
      if (LIFETIMES[name] === undefined) return own.call(name, input, options);
      const answer = ask(transport, `${apiUrl} ${name} ${JSON.stringify(input)}`, name, input);
      // The key contains the call's name, so the entry has that call's answer type.
      return orAborted(answer, options.signal) as Promise<CallOutput<Name>>;
    },
  });
}

/** Freezes a shared answer, because the stores of several pages hold the same object. */
function frozen<Value>(answer: Value): Value {
  if (typeof answer === 'object' && answer !== null) for (const part of Object.values(Object.freeze(answer))) frozen(part);
  return answer;
}

function orAborted<Value>(answer: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (!signal) return answer;
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
