import { createServer, type IncomingMessage } from 'node:http';

/**
 * A process of its own: an API host that answers from memory. What it does not know yet it asks the real one, once, whose
 * address is its parameter. Prints its own.
 */
const upstream = process.argv[2];
const known = new Map<string, Promise<{ status: number; body: Buffer }>>();

const server = createServer((request, reply) => {
  const key = `${request.method} ${request.url}`;
  const answer = known.get(key) ?? ask(request);
  known.set(key, answer);
  void answer.then(({ status, body }) => reply.writeHead(status, { 'content-type': 'application/json' }).end(body));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address) console.log(`http://127.0.0.1:${address.port}`);
});
process.on('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});

async function ask({ method = 'GET', url = '/' }: IncomingMessage): Promise<{ status: number; body: Buffer }> {
  const answer = await fetch(new URL(url, upstream), {
    method,
    ...(method === 'POST' && { body: '{}', headers: { 'content-type': 'application/json' } }),
  });
  return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) };
}
