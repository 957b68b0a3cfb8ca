import type { CallInput, CallName, CallOptions, CallOutput } from '../../contract/api/index.ts';
import type { Transport } from '../../contract/platform.ts';
import { dependsOnCaller } from './dependsOnCaller.server.ts';

/** Answers that are the same whoever asks, and for how long one of them serves the next pages too. Milliseconds. */
const LIFETIMES: Partial<Record<CallName, number>> = {
  'service.health': 1_000,
  'pairs.default': 2_000,
  'instruments.list': 2_000,
  'rates.history': 5_000,
  'rates.recommendedAmount': 5_000,
  'orders.latest': 2_000,
};
/** Pairs have some of them each; the oldest make room. */
const MOST_ANSWERS = 2_000;

/**
 * What renders of different customers may share: most of a page's calls. The next render after an answer's time asks
 * again, with its own customer's transport; a failure is shared with those who wait for it and with nobody later, and not
 * even with them when it is about who asked.
 */
export function createSharedAnswers(now: () => number = Date.now): (transport: Transport, apiUrl: string) => Transport {
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
        // It is forgotten by now: the first of those who waited asks for all of them.
        return ask(transport, key, name, input);
      });
    }
    // Without the signal of who asks first: others wait for the same answer.
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

  return (transport, apiUrl) => ({
    call: <Name extends CallName>(name: Name, input: CallInput<Name>, options: CallOptions = {}): Promise<CallOutput<Name>> => {
      if (LIFETIMES[name] === undefined) return transport.call(name, input, options);
      const answer = ask(transport, `${apiUrl} ${name} ${JSON.stringify(input)}`, name, input);
      // The key holds the call's name, so what is kept under it is that call's answer.
      return orAborted(answer, options.signal) as Promise<CallOutput<Name>>;
    },
  });
}

/** What several pages hold none of them changes: their stores are plain objects and keep what they are given. */
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
