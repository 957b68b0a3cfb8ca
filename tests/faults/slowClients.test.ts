import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHttpHosts, type HttpHosts } from './httpHosts.ts';
import { open, readAnswers, type RawConnection } from './rawSocket.ts';

/** The same limits as everywhere, only sooner. */
const SOON = { headersMs: 200, requestMs: 400, keepAliveMs: 200, checkMs: 50 };
/** For those who speak in time: many at once take longer than {@link SOON} on a busy machine. */
const SOON_IDLE = { headersMs: 5_000, keepAliveMs: 200, checkMs: 50 };
const MANY = 200;

let hosts: HttpHosts;
let patient: HttpHosts;
beforeAll(async () => {
  hosts = await startHttpHosts(SOON);
  patient = await startHttpHosts(SOON_IDLE);
});
afterAll(async () => {
  await patient.stop();
  await hosts.stop();
});

/** A letter now and then, for as long as somebody listens. */
function drip(connection: RawConnection, letter: string): void {
  const timer = setInterval(() => connection.socket.write(letter), 20);
  void connection.ended.then(() => clearInterval(timer));
}
const statuses = async (connection: RawConnection) => readAnswers((await connection.ended) ?? 'open').map(({ status }) => status);
const bodies = async (connection: RawConnection) =>
  readAnswers((await connection.ended) ?? '').map(({ body }) => (JSON.parse(body) as { code: string }).code);

it('stops while clients are in the middle of a request', async () => {
  const stopping = await startHttpHosts({ closingMs: 50 });
  const stuck = [stopping.api, stopping.web].map((origin) => open(origin));
  for (const { socket } of stuck) {
    socket.write(
      'POST /dict/seo?page=/ HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
    );
    await expect.poll(() => socket.bytesWritten).toBeGreaterThan(0);
  }
  await stopping.stop();
  expect(await Promise.all(stuck.map(({ ended }) => ended))).toEqual(['', '']);
});

describe.each(['api', 'web'] as const)('the %s host', (name) => {
  it('ends a connection on which nothing is said', async () => {
    expect(await statuses(open(hosts[name]))).toEqual([408]);
  });

  it('does not wait for headers that come letter by letter', async () => {
    const slow = open(hosts[name]);
    slow.socket.write('GET /api/v1/health HTTP/1.1\r\nhost: localhost\r\nx-slow: ');
    drip(slow, 'x');
    expect(await bodies(slow)).toEqual(['ERR_BAD_REQUEST']);
    expect(await statuses(slow)).toEqual([408]);
  });

  it('does not wait for a body that comes letter by letter', async () => {
    const slow = open(hosts[name]);
    slow.socket.write(
      'POST /dict/seo?page=/ HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 9999\r\n\r\n',
    );
    drip(slow, ' ');
    expect(await statuses(slow)).toEqual([408]);
  });

  it('keeps answering beside many idle connections, and lets them go', async () => {
    const idle = Array.from({ length: MANY }, () => open(patient[name]));
    for (const { socket } of idle) socket.write('GET /api/v1/health HTTP/1.1\r\nhost: localhost\r\n\r\n');
    expect((await fetch(`${patient[name]}/api/v1/health`)).status).toBe(200);
    const all = await Promise.all(idle.map((connection) => statuses(connection)));
    expect(all).toEqual(Array.from({ length: MANY }, () => [200]));
  });
});
