import {
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  getContractAddress,
  isHex,
  pad,
  parseAbi,
  type Address,
  type Hex,
} from 'viem';
import build from './collectorBuild.json' with { type: 'json' };

const ABI = parseAbi(['struct Item { address deposit; address token; uint256 amount; }', 'function collectAll(Item[] items)']);

/**
 * Deploys what its call data contain to an address that follows from them (CREATE2). It is on most EVM networks, at this address:
 * https://github.com/Arachnid/deterministic-deployment-proxy
 */
export const DEPLOYER: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C';
const SALT: Hex = `0x${'00'.repeat(32)}`;

/** The gas that the contract gives each item at most. */
export const MOST_GAS_OF_ITEM = 200_000n;

/** A token amount at a deposit address, in base units. */
export interface CollectedItem {
  deposit: Address;
  token: Address;
  amount: bigint;
}

/** The contract that collects tokens for one treasury (`Collector.sol`). */
export interface Collector {
  /** Anybody may deploy it: the address follows from code and treasury. */
  address: Address;
  /** What the network must show at the address, in lower case */
  code: Hex;
  /** Call data with which a payment of 0 to {@link DEPLOYER} deploys it */
  deployment: Hex;
}

export function collectorOf(treasury: Address): Collector {
  const initCode = concatHex([hex(build.creationCode), encodeAbiParameters([{ type: 'address' }], [treasury])]);
  const address = getContractAddress({ opcode: 'CREATE2', from: DEPLOYER, salt: SALT, bytecode: initCode });
  const { immutables } = build;
  const code = fill(fill(build.runtimeCode, immutables.treasury, treasury), immutables.self, address);
  return { address: getAddress(address), code: hex(code.toLowerCase()), deployment: concatHex([SALT, initCode]) };
}

export function encodeCollectAll(items: readonly CollectedItem[]): Hex {
  return encodeFunctionData({ abi: ABI, functionName: 'collectAll', args: [items] });
}

/** Writes an immutable into compiled code: a word of 32 bytes at each position, counted in bytes. */
function fill(code: string, positions: readonly number[], value: Address): string {
  const word = pad(value).slice(2);
  return positions.reduce((text, position) => {
    const start = '0x'.length + position * 2;
    return text.slice(0, start) + word + text.slice(start + word.length);
  }, code);
}

function hex(text: string): Hex {
  if (!isHex(text)) throw new Error('the compiled contract is not hex');
  return text;
}
