import { serveLocally } from '../serveLocally.ts';

/** What happens to a call. `refuse`: it never arrives. `lose`: it arrives, and its answer is lost. */
export type Fault = 'refuse' | 'lose' | 'none';
/** Returns the false answer of a lying node. An Error becomes an error answer with its message. */
export type Lie = (truth: unknown, parameters: readonly unknown[]) => unknown;

/** A call that is answered at once, and that the node gets later. */
interface Postponed {
  afterMs: number;
  /** What a node would answer */
  answer: (parameters: readonly unknown[]) => unknown;
}

interface Call {
  id: unknown;
  method: string;
  params: readonly unknown[];
}

/**
 * Starts a proxy of a real node that drops calls, drops answers or changes answers, as the test decides. Calls may come in batches. A
 * method without JSON-RPC is named by its path.
 * `nodeUrl` may contain a user and password: the proxy's URL has the same.
 */
export async function startFlakyNode(nodeUrl: string) {
  const faults = new Map<string, Fault>();
  const lies = new Map<string, Lie>();
  const postponed = new Map<string, Postponed>();
  const waiting = new Set<NodeJS.Timeout>();
  const { origin, username, password } = new URL(nodeUrl);
  const { url, close } = await serveLocally((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks).toString();
      const path = request.url ?? '/';
      const calls = readCalls(body, path);
      const isFault = (fault: Fault): boolean => calls.some(({ method }) => (faults.get(method) ?? faults.get('*')) === fault);
      if (isFault('refuse')) return void request.socket.destroy();
      const { authorization } = request.headers;
      const headers = { 'content-type': 'application/json', ...(authorization !== undefined && { authorization }) };
      const forward = () => fetch(`${origin}${path}`, { method: 'POST', headers, body });
      const [call] = calls;
      const later = calls.length === 1 && call ? postponed.get(call.method) : undefined;
      if (call && later) {
        const timer = setTimeout(() => {
          waiting.delete(timer);
          void forward().catch(() => undefined);
        }, later.afterMs);
        waiting.add(timer);
        const said = { jsonrpc: '2.0', id: call.id, result: later.answer(call.params) };
        return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said));
      }
      const answer = await forward();
      const text = await answer.text();
      if (isFault('lose')) return void request.socket.destroy();
      const challenge = answer.headers.get('www-authenticate');
      response
        .writeHead(answer.status, {
          'content-type': 'application/json',
          ...(challenge !== null && { 'www-authenticate': challenge }),
        })
        .end(answer.ok ? withLies(lies, text, calls) : text);
    })().catch(() => request.socket.destroy());
  });
  return {
    url: username === '' ? url : url.replace('://', `://${username}:${password}@`),
    /** `*` for every method. */
    fail(method: string, fault: Fault) {
      faults.set(method, fault);
    },
    lie(method: string, lie: Lie) {
      lies.set(method, lie);
    },
    /** Calls of a method come alone. */
    postpone(method: string, how: Postponed) {
      postponed.set(method, how);
    },
    mend() {
      faults.clear();
      lies.clear();
      postponed.clear();
    },
    stop: async () => {
      for (const timer of waiting) clearTimeout(timer);
      await close();
    },
  };
}

function readCalls(body: string, path: string): Call[] {
  const read: unknown = JSON.parse(body);
  // Some of monerod's methods have paths of their own.
  if (!Array.isArray(read) && typeof read === 'object' && read !== null && !('method' in read)) {
    return [{ id: null, method: path.slice(1), params: [read] }];
  }
  return (Array.isArray(read) ? read : [read]).map((call: unknown) => {
    if (typeof call !== 'object' || call === null || !('method' in call)) return { id: null, method: '', params: [] };
    const params = 'params' in call && Array.isArray(call.params) ? call.params : [];
    return { id: 'id' in call ? call.id : null, method: String(call.method), params };
  });
}

function withLies(lies: ReadonlyMap<string, Lie>, text: string, calls: readonly Call[]): string {
  if (!calls.some(({ method }) => lies.has(method))) return text;
  const read: unknown = JSON.parse(text);
  const answered = (answer: unknown): unknown => {
    if (typeof answer !== 'object' || answer === null) return answer;
    if (!('result' in answer)) {
      const [own] = calls;
      return 'error' in answer || !own ? answer : (lies.get(own.method)?.(answer, own.params) ?? answer);
    }
    const { result, ...rest } = answer;
    const id: unknown = 'id' in rest ? rest.id : null;
    const call = calls.length === 1 ? calls[0] : calls.find((one) => one.id === id);
    const lie = call && lies.get(call.method);
    if (!call || !lie) return answer;
    const lied = lie(result, call.params);
    return lied instanceof Error ? { ...rest, error: { code: 3, message: lied.message } } : { ...rest, result: lied };
  };
  return JSON.stringify(Array.isArray(read) ? read.map(answered) : answered(read));
}
