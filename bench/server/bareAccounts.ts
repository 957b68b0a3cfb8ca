import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';

/** A separate process: bare Fastify and the one read that account-data needs, on the database whose path it reads from standard input. */
const database = new DatabaseSync(await text(process.stdin), { readOnly: true });
const read = database.prepare('SELECT s.*, u.email FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id = ?');
const app = Fastify();
app.get('/*', (request) => {
  const sessionId = /^Bearer ([^.]+)/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const row = read.get(sessionId);
  return { userId: row?.['user_id'], email: row?.['email'] };
});
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
