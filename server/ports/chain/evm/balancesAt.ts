import { concatHex, hexToBigInt, numberToHex, sliceHex, type Address, type Hex, type PublicClient } from 'viem';

/** The code of one call may be 49,152 bytes long (EIP-3860). Each address needs 25. */
const ADDRESSES_PER_CALL = 1_000;
const WORD = 32;

/**
 * Returns native balances after a block in wei, in the order of the addresses. One call reads a thousand: it runs contract
 * creation code that is never deployed. Throws when the node lacks the state of that block, or can't run the code.
 */
export async function balancesAt(node: PublicClient, owners: readonly Address[], block: number): Promise<bigint[]> {
  const balances: bigint[] = [];
  for (let start = 0; start < owners.length; start += ADDRESSES_PER_CALL) {
    const some = owners.slice(start, start + ADDRESSES_PER_CALL);
    const { data } = await node.call({ data: creationCode(some), blockNumber: BigInt(block) });
    if (data?.length !== 2 + some.length * WORD * 2) throw new Error('the node can not read many balances in one call');
    balances.push(...some.map((_, position) => hexToBigInt(sliceHex(data, position * WORD, (position + 1) * WORD))));
  }
  return balances;
}

/** For each address: PUSH20 address, BALANCE, PUSH2 offset, MSTORE. Then PUSH2 size, PUSH1 0, RETURN. */
function creationCode(owners: readonly Address[]): Hex {
  const steps = owners.flatMap((owner, position): Hex[] => [
    '0x73',
    owner,
    '0x3161',
    numberToHex(position * WORD, { size: 2 }),
    '0x52',
  ]);
  return concatHex([...steps, '0x61', numberToHex(owners.length * WORD, { size: 2 }), '0x6000f3']);
}
