import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createOperatorFile, readOperatorFile } from './operatorFile.ts';

const HOURS = 3_600_000;
const NOW = Date.UTC(2026, 10, 20);

function create() {
  const folder = mkdtempSync(join(tmpdir(), 'operator-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'operator.json');
  let time = NOW;
  const restart = () => createOperatorFile(path, pino({ level: 'silent' }), () => time);
  const operator = restart();
  const advance = (hours: number) => {
    time += hours * HOURS;
  };
  const write = async (text: string) => {
    writeFileSync(path, text);
    await operator.read();
  };
  return { operator, write, path, advance, restart };
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

  it('expires 24 hours after the host first read it, whatever the time of the file says', async () => {
    const { operator, write, path, advance, restart } = create();
    const closed = '{"notice":"Back at noon.","pausedInstruments":["btc"]}';
    await write(closed);
    advance(23);
    const later = new Date(Date.UTC(2030, 0, 1));
    await write(closed);
    utimesSync(path, later, later);
    // The time is kept over a restart.
    const again = restart();
    await again.read();
    expect([again.notice(), again.reasonFor('btc', 'bitcoin', 'send')]).toEqual(['Back at noon.', 'MAINTENANCE']);
    advance(2);
    for (const one of [operator, again]) {
      await one.read();
      expect([one.notice(), one.reasonFor('btc', 'bitcoin', 'send')]).toEqual([null, null]);
    }
    expect((await readOperatorFile(path, NOW + 25 * HOURS)).map(({ isExpired }) => isExpired)).toEqual([true, true, true]);
  });

  it('closes for another 24 hours with an entry that was removed and added again', async () => {
    const { operator, write, advance } = create();
    await write('{"pausedInstruments":["btc"]}');
    advance(25);
    await write('{}');
    await write('{"pausedInstruments":["btc"]}');
    expect(operator.reasonFor('btc', 'bitcoin', 'send')).toBe('MAINTENANCE');
  });

  it('closes for 24 hours with a file that was written long ago', async () => {
    const { operator, write, path, advance } = create();
    await write('{}');
    const switches = [{ network: 'tron', side: 'both', reason: 'MAINTENANCE' }];
    writeFileSync(path, JSON.stringify({ switches }));
    utimesSync(path, new Date(0), new Date(0));
    await operator.read();
    advance(23);
    await operator.read();
    expect(operator.reasonFor('trx', 'tron', 'send')).toBe('MAINTENANCE');
  });

  it('keeps the time of an entry in memory when it can not be written', async () => {
    const { operator, write, path, advance } = create();
    mkdirSync(`${path}.first-read`);
    await write('{"pausedInstruments":["btc"]}');
    expect(operator.reasonFor('btc', 'bitcoin', 'send')).toBe('MAINTENANCE');
    advance(25);
    await operator.read();
    expect(operator.reasonFor('btc', 'bitcoin', 'send')).toBeNull();
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
