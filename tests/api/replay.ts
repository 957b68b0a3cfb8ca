import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { apiRoutes, type CallName } from '../../contract/api/index.ts';
import type { ErrorBody } from '../../contract/errors.ts';
import type { Json, JsonObject } from '../../server/documentation/components.ts';
import type { Example } from '../../server/documentation/examples.ts';
import type { ApiHost } from './host.ts';
import { cookieHeader } from '../../server/accounts/testing/customers.ts';
import { createLiveProofs } from './liveProofs.ts';

const POLL_MS = 250;
/** For a swap on fast embedded networks, on a busy machine */
const PATIENCE_MS = 180_000;
/** A list in an example that is longer than this shows only its first entries. */
const LONGEST_LIST = 12;
const SHOWN_ENTRIES = 2;

/** Calls that fail until the host has seen a deposit. */
const AFTER_A_DEPOSIT: readonly CallName[] = ['orders.claimDeposit', 'orders.finishDeposit'];

/** The example whose customer gets a balance. */
const EARNING = 'A customer with earnings';
/** The sign-ins whose sessions have proved a code of the mailbox. */
const PROVEN = [
  EARNING,
  'A partner',
  'A customer to verify',
  'A session of a customer who leaves',
  'A header session',
  'A cookie session',
];
/** The example whose withdrawal can be stopped with this token. */
const STOPPABLE = 'A withdrawal that waits';
/** The example whose customer is asked about a higher network fee. */
const ASKED = 'A withdrawal whose fee rises';
const STOP_TOKEN = 'EEmExampleStopToken001';

export interface Replayed {
  example: Example;
  /** The call as it was made and answered this time */
  live: Example;
  status: number;
}

/**
 * Makes the calls of the recorded examples one after the other on a host. A value that an earlier response of the recording
 * contains is replaced in the requests by the value that this host returned in its place. A read is repeated until the order is
 * as far as in the recording. A Cookie header gets the cookies that this host set last. Throws if a call that succeeds in the recording fails, or the reverse.
 */
export async function replay(host: Omit<ApiHost, 'stop'>, examples: readonly Example[]): Promise<Replayed[]> {
  const values = new Map<string, string>();
  const replayed: Replayed[] = [];
  const proofs = createLiveProofs(host.app);
  let cookie = '';
  for (const example of examples) {
    const input = await proofs.fill(example.call, substitute(example.input, values) as JsonObject);
    const headers = example.headers && substituteHeaders(example.headers, values);
    const sent = headers?.['cookie'] === undefined ? headers : { ...headers, cookie };
    const answer = await callUntilAsFar(host.app, { ...example, ...(sent && { headers: sent }) }, input, replayed.length);
    const { status, body } = answer;
    cookie = answer.cookie || cookie;
    if (example.output !== undefined) learn(example.output, body, values);
    await prepareNext(host, example, body);
    proofs.learn(example.call, body);
    const { output: _output, error: _error, ...call } = example;
    const live = {
      ...call,
      ...(headers && { headers }),
      input,
      ...(status === 200 ? { output: shorten(body) } : { error: body as unknown as ErrorBody }),
    };
    replayed.push({ example, live, status });
  }
  return replayed;
}

/** In a real exchange, other customers and the mailbox do this between two calls. */
async function prepareNext(host: Omit<ApiHost, 'stop'>, { call: name, title }: Example, body: Json): Promise<void> {
  const [userId, withdrawalId] = [fieldOf(body, 'userId'), fieldOf(fieldOf(body, 'withdrawal'), 'withdrawalId')];
  if (name === 'users.create' && title === EARNING && typeof userId === 'number') await host.credit(userId);
  if (name === 'users.authenticate' && PROVEN.includes(title) && typeof userId === 'number') await host.prove(userId);
  if (title === ASKED && typeof withdrawalId === 'string') await host.askAboutFee(withdrawalId);
  if (title === STOPPABLE && typeof withdrawalId === 'string') await host.setStopToken(withdrawalId, STOP_TOKEN);
}

async function callUntilAsFar(app: FastifyInstance, example: Example, input: JsonObject, index: number) {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const answer = await call(app, example, input, index);
    if (isAsFar(example, answer)) return answer;
    const isRepeatable = apiRoutes[example.call].method === 'GET' || AFTER_A_DEPOSIT.includes(example.call);
    if (!isRepeatable || Date.now() > until) {
      throw new Error(
        `${example.call} (${example.title}) answered ${answer.status}: ${JSON.stringify(answer.body).slice(0, 400)}`,
      );
    }
    await wait(POLL_MS);
  }
}

async function call(app: FastifyInstance, { call: name, headers }: Example, input: JsonObject, index: number) {
  const route = apiRoutes[name];
  const query = new URLSearchParams(Object.entries(input).map(([key, value]) => [key, textOf(value)])).toString();
  const isQuery = route.method === 'GET' || route.inputIn === 'query';
  const answer = await app.inject({
    method: route.method,
    url: isQuery && query !== '' ? `${route.path}?${query}` : route.path,
    headers: { host: 'localhost', ...headers },
    // Each from another client: limits per client have tests of their own.
    remoteAddress: `10.0.${index >> 8}.${index & 255}`,
    ...(!isQuery && { payload: input }),
  });
  const isText = answer.statusCode === 200 && 'isText' in route;
  const body = isText ? answer.body : answer.json<Json>();
  return { status: answer.statusCode, body, cookie: cookieHeader(answer.headers['set-cookie']) };
}

function isAsFar({ call: name, output, error }: Example, { status, body }: { status: number; body: Json }): boolean {
  if (error) return fieldOf(body, 'code') === error.code;
  if (status !== 200) return false;
  // Texts are what they are: new posts need no new recording.
  if (output === undefined || output === null || name.startsWith('content.')) return true;
  const mails = fieldOf(output, 'mails');
  if (Array.isArray(mails)) return mails.length === lengthOf(fieldOf(body, 'mails'));
  return ['status', 'attention', 'claims', 'total'].every(
    (name) => stageOf(fieldOf(output, name)) === stageOf(fieldOf(body, name)),
  );
}

/** The part of an order's field that tells how far the order is. */
function stageOf(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return JSON.stringify(value.map((one) => fieldOf(one, 'state') ?? null));
  return fieldOf(value, 'reason') ?? value;
}

function fieldOf(value: Json | undefined, name: string): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value[name] : undefined;
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function lengthOf(value: Json | undefined): number {
  return Array.isArray(value) ? value.length : 0;
}

/** Remembers which live value stands where the recording has another one. Texts are compared word by word. */
function learn(recorded: Json, live: Json | undefined, values: Map<string, string>, name = ''): void {
  if (typeof recorded === 'string' && typeof live === 'string') {
    // The token of a link is its fragment.
    const [words, liveWords] = [recorded.split(/[\s#]+/), live.split(/[\s#]+/)];
    if (words.length !== liveWords.length) return;
    for (const [index, word] of words.entries()) {
      values.set(word, liveWords[index] ?? '');
      values.set(`${name} ${word}`, liveWords[index] ?? '');
    }
  } else if (Array.isArray(recorded) && Array.isArray(live)) {
    const counterparts = live.toSorted(byMail);
    for (const [index, part] of recorded.toSorted(byMail).entries()) learn(part, counterparts[index], values, name);
  } else if (typeof recorded === 'object' && recorded !== null && typeof live === 'object' && live !== null) {
    for (const [key, part] of Object.entries(recorded)) learn(part, (live as JsonObject)[key], values, key);
  }
}

/** Sorts mails by address and subject, because they arrive in any order. Leaves other lists as they are. */
function byMail(one: Json, other: Json): number {
  const [mail, otherMail] = [one, other].map((entry) => JSON.stringify([fieldOf(entry, 'to'), fieldOf(entry, 'subject')]));
  return mail === otherMail ? 0 : (mail ?? '') < (otherMail ?? '') ? -1 : 1;
}

/** Replaces the values that were learned. The same value may stand for several: the one in a field of the same name goes first. */
function substitute(value: Json, values: ReadonlyMap<string, string>, name = ''): Json {
  if (typeof value === 'string') return values.get(`${name} ${value}`) ?? values.get(value) ?? value;
  if (Array.isArray(value)) return value.map((part) => substitute(part, values, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, substitute(part, values, key)]));
}

/** Replaces learned words, such as the token after `Bearer`. */
function substituteHeaders(headers: Record<string, string>, values: ReadonlyMap<string, string>): Record<string, string> {
  const replace = (text: string): string => text.replaceAll(/\S+/g, (word) => values.get(word) ?? word);
  return Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, replace(text)]));
}

/** Returns a copy with the first entries of long lists. */
export function shorten(value: Json): Json {
  if (Array.isArray(value)) return (value.length > LONGEST_LIST ? value.slice(0, SHOWN_ENTRIES) : value).map(shorten);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shorten(part)]));
}
