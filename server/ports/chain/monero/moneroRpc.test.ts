import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serveLocally, type LocalServer } from '../../../../tests/support/serveLocally.ts';
import { ChainUnavailableError } from '../chainGateway.ts';
import { createMoneroRpc } from './moneroRpc.ts';

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

let server: LocalServer;
let bodies: string[];
/** The login that the server asks for; null for none */
let password: string | null;
let answer: string;
/** How many challenges the server has made. Only the newest is valid, and only for one request. */
let challenges: number;

beforeEach(async () => {
  bodies = [];
  password = null;
  challenges = 0;
  answer = '{"result":{"amount":18446744073709551615}}';
  server = await serveLocally((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const given = request.headers.authorization ?? '';
      const partOf = (name: string): string => new RegExp(`${name}="?([^",]*)`).exec(given)?.[1] ?? '';
      const secret = md5(`host:monero-rpc:${password}`);
      const expected = md5(
        `${secret}:nonce${challenges}:${partOf('nc')}:${partOf('cnonce')}:auth:${md5(`POST:${request.url ?? ''}`)}`,
      );
      if (password !== null && partOf('response') !== expected) {
        challenges += 1;
        const challenge = `Digest qop="auth",algorithm=MD5,realm="monero-rpc",nonce="nonce${challenges}"`;
        response.writeHead(401, { 'www-authenticate': challenge }).end();
        return;
      }
      if (password !== null) challenges += 1;
      bodies.push(body);
      response.end(answer);
    });
  });
});
afterEach(() => server.close());

const client = (login = '') => createMoneroRpc(server.url.replace('://', `://${login}`));

describe('createMoneroRpc', () => {
  it('keeps all digits of amounts in both directions', async () => {
    expect(await client().call('transfer', { destinations: [{ amount: 12_345_678_901_234_567_890n }], relay: false })).toEqual({
      amount: '18446744073709551615',
    });
    expect(bodies).toEqual([
      '{"jsonrpc":"2.0","id":"0","method":"transfer","params":{"destinations":[{"amount":12345678901234567890}],"relay":false}}',
    ]);
  });

  it('calls methods that have paths of their own', async () => {
    answer = '{"status":"OK","height":7}';
    expect(await client().post('/get_height', {})).toEqual({ status: 'OK', height: '7' });
  });

  it('answers the challenge of --rpc-login', async () => {
    password = 'se:cret';
    const rpc = client('host:se%3Acret@');
    await rpc.call('get_height');
    await rpc.call('get_height');
    expect(bodies).toHaveLength(2);
  });

  it('answers challenges for several clients at once, which share a connection', async () => {
    password = 'secret';
    const clients = Array.from({ length: 4 }, () => client('host:secret@'));
    await Promise.all(clients.map((rpc) => rpc.call('get_height')));
    expect(bodies).toHaveLength(4);
  });

  it('reports a wrong password without repeating it', async () => {
    password = 'right';
    await expect(client('host:wrong@').call('get_height')).rejects.toThrow(
      new ChainUnavailableError('the node refuses the user or the password'),
    );
    await expect(client().call('get_height')).rejects.toThrow('refuses the user');
  });

  it('throws the error of the program with its code', async () => {
    answer = '{"error":{"code":-37,"message":"not enough unlocked money"}}';
    await expect(client().call('transfer')).rejects.toMatchObject({ code: -37, message: 'not enough unlocked money' });
  });

  it('calls a program unavailable that answers no JSON', async () => {
    answer = '<html>';
    await expect(client().call('get_height')).rejects.toThrow(ChainUnavailableError);
  });
});
