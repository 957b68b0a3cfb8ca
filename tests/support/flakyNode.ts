import { createServer } from 'node:http';

/** What happens to a call: `refuse`: it never arrives; `lose`: it arrives, and its answer does not come back. */
export type Fault = 'refuse' | 'lose' | 'none';

const noFault = (_method: string): Fault => 'none';

/** Stands between a gateway and a real node, and drops calls or answers as the test says. */
export async function startFlakyNode(nodeUrl: string) {
  let faultOf = noFault;
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks).toString();
      const fault = faultOf(methodOf(body));
      if (fault === 'refuse') return void request.socket.destroy();
      const answer = await fetch(nodeUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      const text = await answer.text();
      if (fault === 'lose') return void request.socket.destroy();
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
    })().catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the flaky node does not listen');
  return {
    url: `http://127.0.0.1:${address.port}`,
    fail(method: string, fault: Fault) {
      faultOf = (called) => (called === method ? fault : 'none');
    },
    mend() {
      faultOf = noFault;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function methodOf(body: string): string {
  const call: unknown = JSON.parse(body);
  return typeof call === 'object' && call !== null && 'method' in call ? String(call.method) : '';
}
