import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createOperatorFile, writeSwitch } from './operatorFile.ts';

function create() {
  const folder = mkdtempSync(join(tmpdir(), 'operator-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'operator.json');
  const operator = createOperatorFile(path, pino({ level: 'silent' }));
  const write = async (text: string) => {
    writeFileSync(path, text);
    await operator.read();
  };
  return { operator, write, path };
}

describe('the operator’s file', () => {
  it('sets nothing when the file does not exist', async () => {
    const { operator } = create();
    await operator.read();
    expect(operator.notice()).toBeNull();
    expect(operator.reasonFor('btc', 'bitcoin', 'send')).toBeNull();
  });

  it('closes exchanging with a notice, and pauses instruments and networks', async () => {
    const { operator, write, path } = create();
    await write('{"notice":"Back at noon.","pausedInstruments":["btc"],"pausedNetworks":["tron"]}');
    expect(operator.notice()).toBe('Back at noon.');
    for (const side of ['send', 'receive'] as const) {
      expect(operator.reasonFor('btc', 'bitcoin', side)).toBe('MAINTENANCE');
      expect(operator.reasonFor('usdttrc20', 'tron', side)).toBe('MAINTENANCE');
      expect(operator.reasonFor('eth', 'ethereum', side)).toBeNull();
    }
    rmSync(path);
    await operator.read();
    expect(operator.notice()).toBeNull();
  });

  it('closes one side of an instrument or a network with a reason', async () => {
    const { operator, write } = create();
    const switches = [
      { instrument: 'btc', side: 'receive', reason: 'NO_RESERVE' },
      { network: 'tron', side: 'both', reason: 'NETWORK_CONGESTED' },
    ];
    await write(JSON.stringify({ switches }));
    expect(operator.reasonFor('btc', 'bitcoin', 'receive')).toBe('NO_RESERVE');
    expect(operator.reasonFor('btc', 'bitcoin', 'send')).toBeNull();
    expect(operator.reasonFor('trx', 'tron', 'send')).toBe('NETWORK_CONGESTED');
    // The slug of a network does not close an instrument with the same slug.
    expect(operator.reasonFor('tron', 'ethereum', 'send')).toBeNull();
  });

  it('writes switches and keeps the other content of the file', async () => {
    const { operator, write, path } = create();
    await write('{"notice":"Back at noon.","pausedInstruments":["btc"]}');
    await writeSwitch(path, { kind: 'instrument', slug: 'btc' }, ['send'], null);
    await writeSwitch(path, { kind: 'network', slug: 'tron' }, ['send', 'receive'], 'NETWORK_CONGESTED');
    await writeSwitch(path, { kind: 'network', slug: 'tron' }, ['send'], 'MAINTENANCE');
    await operator.read();
    expect(operator.notice()).toBe('Back at noon.');
    expect(operator.reasonFor('btc', 'bitcoin', 'send')).toBeNull();
    expect(operator.reasonFor('btc', 'bitcoin', 'receive')).toBe('MAINTENANCE');
    expect(operator.reasonFor('trx', 'tron', 'send')).toBe('MAINTENANCE');
    expect(operator.reasonFor('trx', 'tron', 'receive')).toBe('NETWORK_CONGESTED');
  });

  it('does not overwrite an invalid file', async () => {
    const { path, write } = create();
    await write('{"notice":');
    await expect(writeSwitch(path, { kind: 'network', slug: 'tron' }, ['send'], 'MAINTENANCE')).rejects.toThrow();
  });

  it.each([
    '{"switches":[{"instrument":"btc","side":"send","reason":"BECAUSE"}]}',
    '{"notice":',
    '{"notise":"typed wrong"}',
    '{"notice":5}',
  ])('keeps the last valid content when the file is invalid: %s', async (text) => {
    const { operator, write } = create();
    await write('{"notice":"Back at noon."}');
    await write(text);
    expect(operator.notice()).toBe('Back at noon.');
  });
});
