import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serveLocally } from '../../../../tests/support/serveLocally.ts';
import { ChainUnavailableError } from '../chainGateway.ts';
import { RpcError } from '../nodeAnswers.ts';
import { createRpcClient } from './rpcClient.ts';

async function serve(answer: RequestListener): Promise<string> {
  const { url, close } = await serveLocally(answer);
  onTestFinished(close);
  return url;
}

describe('createRpcClient', () => {
  it('returns numbers as they are written, so that no digit of an amount is lost', async () => {
    const url = await serve((_request, response) =>
      response.end('{"result":{"feerate":1234567890.12345678,"blocks":6},"error":null,"id":0}'),
    );
    expect(await createRpcClient({ url }).call('estimatesmartfee')).toEqual({ feerate: '1234567890.12345678', blocks: '6' });
  });

  it('returns the answers of a batch in the order of its calls, and errors among them', async () => {
    const url = await serve((_request, response) =>
      response.end('[{"result":null,"error":{"code":-5,"message":"not found"},"id":1},{"result":"first","error":null,"id":0}]'),
    );
    const [first, second] = await createRpcClient({ url }).batch([{ method: 'a' }, { method: 'b' }]);
    expect(first).toBe('first');
    expect(second).toBeInstanceOf(RpcError);
    expect(second).toMatchObject({ code: -5, message: 'not found' });
  });

  it('divides a large batch', async () => {
    const sizes: number[] = [];
    const url = await serve((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const calls = JSON.parse(Buffer.concat(chunks).toString()) as { id: number; params: unknown[] }[];
        sizes.push(calls.length);
        response.end(JSON.stringify(calls.map(({ id, params }) => ({ id, result: params[0], error: null }))));
      });
    });
    const names = Array.from({ length: 1_100 }, (_, place) => `call ${place}`);
    const calls = names.map((name) => ({ method: 'echo', parameters: [name] }));
    expect(await createRpcClient({ url }).batch(calls)).toEqual(names);
    expect(sizes).toEqual([500, 500, 100]);
  });

  it('rejects a batch with answers left out', async () => {
    const url = await serve((_request, response) => response.end('[{"result":"first","error":null,"id":0}]'));
    await expect(createRpcClient({ url }).batch([{ method: 'a' }, { method: 'b' }])).rejects.toThrow(ChainUnavailableError);
  });

  it('reads the password again that a restarted node has written', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'causeway-cookie-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const cookieFile = join(folder, '.cookie');
    writeFileSync(cookieFile, '__cookie__:old');
    let password = 'old';
    const url = await serve(({ headers }, response) => {
      const isAllowed = headers.authorization === `Basic ${btoa(`__cookie__:${password}`)}`;
      response.writeHead(isAllowed ? 200 : 401).end(isAllowed ? '{"result":7,"error":null,"id":0}' : '');
    });
    const client = createRpcClient({ url, cookieFile });
    expect(await client.call('getblockcount')).toBe('7');
    password = 'new';
    await expect(client.call('getblockcount')).rejects.toThrow('refuses the user or the password');
    writeFileSync(cookieFile, '__cookie__:new');
    expect(await client.call('getblockcount')).toBe('7');
  });

  it('never names the address, the user or the password in an error', async () => {
    const url = (await serve((_request, response) => response.end('<html>'))).replace('://', '://user:secret@');
    for (const address of [url, 'http://user:secret@127.0.0.1:1']) {
      const failure: unknown = await createRpcClient({ url: address })
        .call('getblockcount')
        .catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(ChainUnavailableError);
      expect(String(failure)).not.toMatch(/secret|127\.0\.0\.1/);
    }
  });
});
