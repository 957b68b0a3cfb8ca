import { text } from 'node:stream/consumers';
import Fastify from 'fastify';

/** A process of its own: Fastify and nothing else, giving the bytes that it was given. Prints where. */
const body = await text(process.stdin);
const app = Fastify();
app.get('/*', (_request, reply) => reply.type('application/json; charset=utf-8').send(body));
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
process.on('SIGTERM', () => process.exit(0));
