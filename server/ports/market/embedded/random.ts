/**
 * Returns a function that returns integers from 0 to `below` − 1. The same seed and name give the same sequence on every machine
 * (D13). Not for secrets.
 */
export function createRandom(seed: number, name: string): (below: number) => number {
  let state = hash(`${seed}:${name}`);
  return (below) => {
    // A Weyl sequence, mixed by the finaliser of MurmurHash3.
    state = (state + 0x9e3779b9) >>> 0;
    return mix(state) % below;
  };
}

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return mix(value >>> 0);
}

function mix(value: number): number {
  let mixed = value;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
