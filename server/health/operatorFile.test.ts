import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createOperatorFile } from './operatorFile.ts';

function create() {
  const path = join(mkdtempSync(join(tmpdir(), 'operator-')), 'operator.json');
  const operator = createOperatorFile(path, pino({ level: 'silent' }));
  const write = async (text: string) => {
    writeFileSync(path, text);
    await operator.read();
  };
  return { operator, write, path };
}

describe('the operator’s file', () => {
  it('asks for nothing when it is not there', async () => {
    const { operator } = create();
    await operator.read();
    expect(operator.notice()).toBeNull();
    expect(operator.isPaused('btc', 'bitcoin')).toBe(false);
  });

  it('closes exchanging with a sentence, and pauses instruments and networks', async () => {
    const { operator, write, path } = create();
    await write('{"notice":"Back at noon.","pausedInstruments":["btc"],"pausedNetworks":["tron"]}');
    expect(operator.notice()).toBe('Back at noon.');
    expect(operator.isPaused('btc', 'bitcoin')).toBe(true);
    expect(operator.isPaused('usdttrc20', 'tron')).toBe(true);
    expect(operator.isPaused('eth', 'ethereum')).toBe(false);
    rmSync(path);
    await operator.read();
    expect(operator.notice()).toBeNull();
  });

  it.each(['{"notice":', '{"notise":"typed wrong"}', '{"notice":5}'])(
    'holds what it last said when it can not be read: %s',
    async (text) => {
      const { operator, write } = create();
      await write('{"notice":"Back at noon."}');
      await write(text);
      expect(operator.notice()).toBe('Back at noon.');
    },
  );
});
