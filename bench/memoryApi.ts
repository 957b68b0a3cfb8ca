import { createServer, type IncomingMessage } from 'node:http';
import { serve } from './serve.ts';

/** A separate process: an API host that caches the answers of the host whose address is its parameter. */
const upstream = process.argv[2];
const known = new Map<string, Promise<{ status: number; body: Buffer }>>();

const server = createServer((request, reply) => {
  const key = `${request.method} ${request.url}`;
  const answer = known.get(key) ?? ask(request);
  known.set(key, answer);
  void answer.then(({ status, body }) => reply.writeHead(status, { 'content-type': 'application/json' }).end(body));
});
serve(server);

async function ask({ method = 'GET', url = '/' }: IncomingMessage): Promise<{ status: number; body: Buffer }> {
  const answer = await fetch(new URL(url, upstream), {
    method,
    ...(method === 'POST' && { body: '{}', headers: { 'content-type': 'application/json' } }),
  });
  return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) };
}
