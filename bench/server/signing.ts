import { createHash, createHmac, randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import type { GenerateApiKeyOutput } from '../../contract/api/apiKeys.ts';
import type { SignInOutput } from '../../contract/api/users.ts';
import { textToSign } from '../../contract/signedCall.ts';
import type { Figure } from '../measure.ts';
import { startApi } from './process.ts';

const SECONDS = 6;
const CONNECTIONS = 32;
/** A call without a limit of its own. */
const PATH = '/api/v1/pairs/default';
const NO_BODY = createHash('sha256').digest('hex');
const CUSTOMER = { email: 'partner@example.com', password: 'harbour lantern 27' };

/** Calls per second that are signed with an API key, beside the same calls without a signature. */
export async function measureSigning(): Promise<Figure[]> {
  const api = await startApi();
  try {
    const key = await createKey(api.origin);
    const sign = (): Record<string, string> => signatureOf(key);
    await perSecond(api.origin, 2, sign);
    await perSecond(api.origin, 2);
    const ours = [await perSecond(api.origin, SECONDS, sign)];
    const floor = [await perSecond(api.origin, SECONDS)];
    ours.push(await perSecond(api.origin, SECONDS, sign));
    floor.push(await perSecond(api.origin, SECONDS));
    return [
      {
        name: 'calls signed with an API key',
        unit: 'per second',
        ours: Math.max(...ours),
        floor: Math.max(...floor),
        target: null,
        note: `the better of two runs each; the floor is the same call unsigned; ${CONNECTIONS} connections, each signature made by the same process`,
      },
    ];
  } finally {
    await api.stop();
  }
}

async function createKey(origin: string): Promise<GenerateApiKeyOutput> {
  const post = async <Answer>(call: string, body: object, headers: Record<string, string> = {}): Promise<Answer> => {
    const answer = await fetch(`${origin}/api/v1/users/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${call}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Answer;
  };
  await post('local/create', CUSTOMER);
  const { tokens } = await post<SignInOutput>('local/authenticate', CUSTOMER, { 'x-session-kind': 'header' });
  return await post('generate-api-key', { name: 'Bench' }, { authorization: `Bearer ${tokens?.accessToken ?? ''}` });
}

function signatureOf({ apiKey, secret }: GenerateApiKeyOutput): Record<string, string> {
  const [timestamp, nonce] = [String(Math.floor(Date.now() / 1_000)), randomUUID()];
  const text = textToSign({ method: 'GET', url: PATH, bodyHash: NO_BODY, timestamp, nonce });
  const signature = createHmac('sha256', secret).update(text).digest('hex');
  return { 'x-api-key': apiKey.apiId, 'x-api-timestamp': timestamp, 'x-api-nonce': nonce, 'x-api-signature': signature };
}

async function perSecond(origin: string, duration: number, sign?: () => Record<string, string>): Promise<number> {
  const result = await autocannon({
    url: origin,
    duration,
    connections: CONNECTIONS,
    requests: [{ method: 'GET', path: PATH, ...(sign && { setupRequest: (request) => ({ ...request, headers: sign() }) }) }],
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} answers were refused, ${result.errors} failed`);
  return result.requests.average;
}
