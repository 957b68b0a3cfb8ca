import { createHash, randomBytes } from 'node:crypto';
import { Agent, request as plainRequest, type IncomingMessage } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import { createOneAtATime } from '../../../common/oneAtATime.ts';
import { ChainUnavailableError } from '../chainGateway.ts';
import { parseNumbersAsText, resultOf, RpcError, unreachable } from '../nodeAnswers.ts';

const REQUEST_TIMEOUT_MS = 60_000;
const UNAUTHORIZED = 401;
/** A challenge serves one request, and ends with its connection, which the program may close between two attempts. */
const ATTEMPTS = 3;
/** One connection to each program: a program accepts few of them, and has a challenge for each. */
const CONNECTIONS = { keepAlive: true, maxSockets: 1 };
const plainAgent = new Agent(CONNECTIONS);
const secureAgent = new SecureAgent(CONNECTIONS);
/** For all clients of this process, by origin: a request between a challenge and its answer would make the answer invalid. */
const oneAtATime = createOneAtATime();

export type MoneroParameter =
  | string
  | number
  | bigint
  | boolean
  | readonly MoneroParameter[]
  | { [name: string]: MoneroParameter };
export type MoneroParameters = Readonly<Record<string, MoneroParameter>> | readonly MoneroParameter[];

/**
 * A client of monerod or monero-wallet-rpc. Numbers of answers are returned as their source text. Throws RpcError, and
 * ChainUnavailableError when the program can't be reached.
 */
export interface MoneroRpc {
  /** Calls a method of the JSON-RPC interface. By default, it may take a minute. */
  call(method: string, parameters?: MoneroParameters, timeoutMs?: number): Promise<unknown>;
  /** Calls one of monerod's other methods, which have paths of their own. */
  post(path: string, parameters: MoneroParameters): Promise<unknown>;
}

interface Answer {
  status: number;
  text: string;
  challenge: string | null;
}

/** `url`: "http://user:password@host:port", where the user and password are those of `--rpc-login`; never logged with them. */
export function createMoneroRpc(url: string): MoneroRpc {
  const { origin, protocol, username, password } = new URL(url);
  const login = username === '' ? null : { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  const isEncrypted = protocol === 'https:';
  let challenge: string | null = null;

  async function postOnce(path: string, body: string, timeoutMs: number, isRepeated = false): Promise<Answer> {
    const authorization = login && challenge !== null ? answerChallenge(challenge, path, login) : null;
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const options = {
      method: 'POST',
      agent: isEncrypted ? secureAgent : plainAgent,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        ...(authorization !== null && { authorization }),
      },
      signal: AbortSignal.timeout(timeoutMs),
    };
    const answered = (response: IncomingMessage): void => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          text: Buffer.concat(chunks).toString(),
          challenge: response.headers['www-authenticate'] ?? null,
        }),
      );
    };
    const request = isEncrypted ? secureRequest : plainRequest;
    const sent = request(`${origin}${path}`, options, answered);
    sent.on('error', (error) => {
      // The program may have closed an idle connection just then. Every call may be repeated.
      const isClosed = sent.reusedSocket && error.name !== 'AbortError';
      if (isClosed && !isRepeated) resolve(postOnce(path, body, timeoutMs, true));
      else reject(error);
    });
    sent.end(body);
    return await promise.catch((error: unknown) =>
      unreachable(error instanceof Error && error.cause instanceof Error ? error.cause : error),
    );
  }

  async function request(path: string, parameters: MoneroParameters, timeoutMs = REQUEST_TIMEOUT_MS): Promise<unknown> {
    const body = toJson(parameters);
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const answer = await postOnce(path, body, timeoutMs);
      if (answer.status === UNAUTHORIZED && login) {
        challenge = answer.challenge;
        continue;
      }
      if (answer.status === UNAUTHORIZED) break;
      try {
        return parseNumbersAsText(answer.text);
      } catch {
        throw new ChainUnavailableError(`the node answers with status ${answer.status} and no JSON`);
      }
    }
    throw new ChainUnavailableError('the node refuses the user or the password');
  }

  return {
    // A wallet does one thing at a time.
    call: (method, parameters = {}, timeoutMs = REQUEST_TIMEOUT_MS) =>
      oneAtATime(origin, async () => {
        const answer = resultOf(await request('/json_rpc', { jsonrpc: '2.0', id: '0', method, params: parameters }, timeoutMs));
        if (answer instanceof RpcError) throw answer;
        return answer;
      }),
    post: (path, parameters) => oneAtATime(origin, async () => await request(path, parameters)),
  };
}

/** Writes integers of any size: a JavaScript number holds 9,007 XMR at most. */
function toJson(value: MoneroParameter): string {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(toJson).join(',')}]`;
  return `{${Object.entries(value)
    .map(([name, item]) => `${JSON.stringify(name)}:${toJson(item)}`)
    .join(',')}}`;
}

/** Returns the header that answers a digest challenge (RFC 2617 with MD5, which is what `--rpc-login` uses). */
function answerChallenge(challenge: string, path: string, { user, password }: { user: string; password: string }): string {
  const partOf = (name: string): string => new RegExp(`${name}="([^"]*)"`).exec(challenge)?.[1] ?? '';
  const [realm, nonce] = [partOf('realm'), partOf('nonce')];
  const client = randomBytes(8).toString('hex');
  const count = '00000001';
  const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
  const response = md5(`${md5(`${user}:${realm}:${password}`)}:${nonce}:${count}:${client}:auth:${md5(`POST:${path}`)}`);
  return (
    `Digest username="${user}", realm="${realm}", nonce="${nonce}", uri="${path}", algorithm=MD5, qop=auth, ` +
    `nc=${count}, cnonce="${client}", response="${response}"`
  );
}
