import { describe, expect, it } from 'vitest';
import { createOwnScripts } from './ownScripts.ts';

/** Books of addresses that were given out, and a wallet that counts its derivations. */
function prepare(...given: readonly number[]) {
  const stored = new Set(given);
  const derived: number[] = [];
  const scripts = createOwnScripts(
    {
      listScripts: (from) =>
        Promise.resolve(
          [...stored]
            .filter((keyIndex) => keyIndex >= from)
            .toSorted((left, right) => left - right)
            .map((keyIndex) => ({ keyIndex, script: `script ${keyIndex}` })),
        ),
    },
    {
      scriptAt: (index) => {
        derived.push(index);
        return `script ${index}`;
      },
    },
  );
  return { stored, derived, scripts };
}

describe('createOwnScripts', () => {
  it('knows all addresses up to 1,000 beyond the last one that was given out', async () => {
    const { scripts } = prepare(2, 5);
    await scripts.refresh();
    expect([0, 3, 5, 1_005].map((index) => scripts.indexOf(`script ${index}`))).toEqual([0, 3, 5, 1_005]);
    expect(scripts.indexOf('script 1006')).toBeUndefined();
  });

  it('derives no address that is stored, and none twice', async () => {
    const { scripts, derived, stored } = prepare(0, 1, 2);
    await scripts.refresh();
    expect(derived.slice(0, 2)).toEqual([3, 4]);
    stored.add(4);
    await scripts.refresh();
    expect(derived.filter((index) => index === 4)).toHaveLength(1);
    expect(derived.at(-1)).toBe(1_004);
  });

  it('looks 1,000 addresses beyond one that was paid', async () => {
    const { scripts } = prepare(0);
    await scripts.refresh();
    scripts.extendBeyond(1_000);
    expect(scripts.indexOf('script 2000')).toBe(2_000);
    expect(scripts.indexOf('script 2001')).toBeUndefined();
  });
});
