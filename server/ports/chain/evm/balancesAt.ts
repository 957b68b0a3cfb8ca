import { concatHex, hexToBigInt, numberToHex, sliceHex, type Address, type Hex, type PublicClient } from 'viem';

/** Code that a node runs for a question may be 49,152 bytes long (EIP-3860); 25 of them go to an address. */
const ADDRESSES_PER_QUESTION = 1_000;
const WORD = 32;

/**
 * Native balances after a block, in wei, in the order of the addresses: one question for a thousand of them, in the shape
 * of a contract that is run and never made. Throws where the node has no state of that block, or runs no such code.
 */
export async function balancesAt(node: PublicClient, owners: readonly Address[], block: number): Promise<bigint[]> {
  const balances: bigint[] = [];
  for (let start = 0; start < owners.length; start += ADDRESSES_PER_QUESTION) {
    const some = owners.slice(start, start + ADDRESSES_PER_QUESTION);
    const { data } = await node.call({ data: questionFor(some), blockNumber: BigInt(block) });
    if (data?.length !== 2 + some.length * WORD * 2) throw new Error('the node can not tell many balances at once');
    balances.push(...some.map((_, position) => hexToBigInt(sliceHex(data, position * WORD, (position + 1) * WORD))));
  }
  return balances;
}

/** PUSH20 address, BALANCE, PUSH2 place, MSTORE for each; then PUSH2 size, PUSH1 0, RETURN. */
function questionFor(owners: readonly Address[]): Hex {
  const steps = owners.flatMap((owner, position): Hex[] => [
    '0x73',
    owner,
    '0x3161',
    numberToHex(position * WORD, { size: 2 }),
    '0x52',
  ]);
  return concatHex([...steps, '0x61', numberToHex(owners.length * WORD, { size: 2 }), '0x6000f3']);
}
