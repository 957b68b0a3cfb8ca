import { serveLocally } from '../serveLocally.ts';

/** What happens to a call. `refuse`: it never arrives. `lose`: it arrives, and its answer is lost. */
export type Fault = 'refuse' | 'lose' | 'none';
/** Returns the false answer of a lying node. An Error becomes an error answer with its message. */
export type Lie = (truth: unknown, parameters: readonly unknown[]) => unknown;

interface Call {
  method: string;
  params: readonly unknown[];
}

/** Starts a proxy of a real node that drops calls, drops answers or changes answers, as the test decides. */
export async function startFlakyNode(nodeUrl: string) {
  const faults = new Map<string, Fault>();
  const lies = new Map<string, Lie>();
  const { url, close } = await serveLocally((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks).toString();
      const { method, params } = readCall(body);
      const fault = faults.get(method) ?? faults.get('*') ?? 'none';
      if (fault === 'refuse') return void request.socket.destroy();
      const answer = await fetch(nodeUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      const text = await answer.text();
      if (fault === 'lose') return void request.socket.destroy();
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(withLie(lies.get(method), text, params));
    })().catch(() => request.socket.destroy());
  });
  return {
    url,
    /** `*` for every method. */
    fail(method: string, fault: Fault) {
      faults.set(method, fault);
    },
    lie(method: string, lie: Lie) {
      lies.set(method, lie);
    },
    mend() {
      faults.clear();
      lies.clear();
    },
    stop: close,
  };
}

function readCall(body: string): Call {
  const call: unknown = JSON.parse(body);
  if (typeof call !== 'object' || call === null || !('method' in call)) return { method: '', params: [] };
  return { method: String(call.method), params: 'params' in call && Array.isArray(call.params) ? call.params : [] };
}

function withLie(lie: Lie | undefined, text: string, params: readonly unknown[]): string {
  if (!lie) return text;
  const answer: unknown = JSON.parse(text);
  if (typeof answer !== 'object' || answer === null || !('result' in answer)) return text;
  const { result, ...rest } = answer;
  const answered = lie(result, params);
  return JSON.stringify(
    answered instanceof Error ? { ...rest, error: { code: 3, message: answered.message } } : { ...rest, result: answered },
  );
}
