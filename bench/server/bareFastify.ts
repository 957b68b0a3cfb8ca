import { text } from 'node:stream/consumers';
import Fastify from 'fastify';

/** A separate process: bare Fastify, which answers with the bytes that it reads from standard input. */
const body = await text(process.stdin);
const app = Fastify();
app.get('/*', (_request, reply) => reply.type('application/json; charset=utf-8').send(body));
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
