import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  SAMPLE_SIGNER,
  signSample,
  signSampleReceipt,
  signFormerVersion,
  signWithoutRefundAddress,
} from '../tests/support/samples/sampleGuarantee.ts';
import { ownEnvironment } from '../tests/support/ownEnvironment.ts';

const [KEY = ''] = SAMPLE_SIGNER.publicKeys;
const OTHER_KEY = 'ab'.repeat(32);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'causeway-verify-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function save(name: string, content: unknown): string {
  const file = join(folder, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

function verify(...parts: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/verify.ts', ...parts], {
    encoding: 'utf8',
    env: { ...ownEnvironment(), DATA_DIR: folder, NODE_OPTIONS: '--disable-warning=ExperimentalWarning' },
  });
  return { status, output: stdout + stderr };
}

describe('npm run verify', () => {
  it('prints a document and reports that it is valid', () => {
    const { status, output } = verify(save('guarantee.json', signSample()), '--key', KEY);
    expect(status).toBe(0);
    for (const part of [
      'kind: guarantee',
      'claimedDepositAmount: 0.05',
      'refundPolicy.cost: NETWORK_FEES',
      `Key id: ${signSample().keyId}`,
    ])
      expect(output).toContain(part);
    expect(output).toMatch(/^VALID/m);
  });

  it.each([
    ['that goes back', signSample(), ['withoutDecision: REFUND', 'decisionHours: 24', 'latestHours: 72']],
    ['that is kept', signWithoutRefundAddress(), ['withoutDecision: KEPT', 'decisionHours: null', 'latestHours: null']],
  ])('says of a deposit %s what was signed, and refuses it changed', (_what, signed, lines) => {
    const { status, output } = verify(save('kind.json', signed), '--key', KEY);
    expect(status).toBe(0);
    expect(output.match(/(?<=refundPolicy\.)(?:without|decisionH|latestH).*/g)?.toSorted()).toEqual(lines.toSorted());
    const refundPolicy = { ...signed.document.refundPolicy, latestHours: '24' };
    const forged = save('forged.json', { ...signed, document: { ...signed.document, refundPolicy } });
    expect(verify(forged, '--key', KEY).status).toBe(1);
  });

  it('refuses a guarantee of a version that no release signs', () => {
    const { status, output } = verify(save('former.json', signFormerVersion()), '--key', KEY);
    expect([status, output]).toEqual([
      2,
      expect.stringMatching(/former\.json is version 4 of a document, which this version .* can't check/),
    ]);
  });

  it('reads keys from a file or from the data directory', () => {
    const file = save('receipt.json', signSampleReceipt());
    expect(verify(file, '--keys', save('keys.txt', `${OTHER_KEY}\n${KEY}\n`)).status).toBe(0);
    expect(verify(file)).toMatchObject({ status: 2, output: expect.stringContaining('names no keys') });
    save('signing-keys.txt', `${KEY}\n`);
    expect(verify(file).status).toBe(0);
  });

  it('rejects a changed document and an unknown key', () => {
    const signed = signSample();
    const changed = save('changed.json', { ...signed, document: { ...signed.document, depositAddress: 'bc1qother' } });
    expect(verify(changed, '--key', KEY)).toMatchObject({
      status: 1,
      output: expect.stringContaining('NOT VALID: it was changed'),
    });
    const unknown = verify(save('guarantee.json', signed), '--key', OTHER_KEY);
    expect(unknown).toMatchObject({ status: 1, output: expect.stringContaining('none of the 1 keys') });
  });

  it('refuses a document in which a field occurs twice, and names the field', () => {
    const text = JSON.stringify(signSample()).replace('"document":{', '"document":{"depositAddress":"bc1qattacker",');
    expect(verify(save('twice.json', text), '--key', KEY)).toMatchObject({
      status: 1,
      output: expect.stringContaining('NOT VALID: a field occurs more than once: depositAddress'),
    });
  });

  it.each([
    ['no file named', []],
    ['a file that is not there', ['nowhere.json']],
    ['a key that is none', ['package.json', '--key', 'abc']],
    ['an option that is none', ['package.json', '--network']],
    ['a file that is no document', ['package.json']],
  ])('%s ends with a sentence and no stack', (_what, parts) => {
    const { status, output } = verify(...parts);
    expect(status).toBe(2);
    expect(output).not.toMatch(/^\s+at /m);
    expect(output.trim()).not.toBe('');
  });

  it('prints no control characters of a file', () => {
    const signed = signSample();
    const { output } = verify(
      save('odd.json', { ...signed, document: { ...signed.document, exchange: '\u001b[2J' } }),
      '--key',
      KEY,
    );
    expect(output).not.toContain('\u001b');
  });
});
