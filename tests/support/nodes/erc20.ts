import { encodeAbiParameters, keccak256, toBytes, type Address, type Hex } from 'viem';

/** Opcodes used below, by name (Ethereum's yellow paper, appendix H, and EIP-3855 for PUSH0). */
// prettier-ignore
const OPCODES = {
  ADD: 0x01, SUB: 0x03, GT: 0x11, EQ: 0x14, SHR: 0x1c, CALLER: 0x33, CALLDATALOAD: 0x35, MSTORE: 0x52, SLOAD: 0x54,
  SSTORE: 0x55, JUMP: 0x56, JUMPI: 0x57, JUMPDEST: 0x5b, PUSH0: 0x5f, DUP1: 0x80, DUP2: 0x81, SWAP1: 0x90, LOG3: 0xa3,
  RETURN: 0xf3, REVERT: 0xfd, CALLVALUE: 0x34, GAS: 0x5a, CALL: 0xf1, STOP: 0x00,
} as const;

const TRANSFER_TOPIC = keccak256(toBytes('Transfer(address,address,uint256)')).slice(2);
/** The two arguments of a call, and the storage slot of an account: the account itself. */
const FIRST_ARGUMENT = '#04 CALLDATALOAD';
const SECOND_ARGUMENT = '#24 CALLDATALOAD';
const RETURN_TOP = 'PUSH0 MSTORE #20 PUSH0 RETURN';

/** `#ab` pushes bytes, `@name` pushes the place of `name:`; words are opcodes. */
const SOURCE = `
  PUSH0 CALLDATALOAD #e0 SHR
  DUP1 #70a08231 EQ @balanceOf JUMPI
  DUP1 #a9059cbb EQ @transfer JUMPI
  @fail JUMP
  balanceOf: ${FIRST_ARGUMENT} SLOAD ${RETURN_TOP}
  transfer: CALLER SLOAD ${SECOND_ARGUMENT} DUP2 DUP2 GT @fail JUMPI
  SWAP1 SUB CALLER SSTORE
  ${SECOND_ARGUMENT} ${FIRST_ARGUMENT} SLOAD ADD ${FIRST_ARGUMENT} SSTORE
  ${SECOND_ARGUMENT} PUSH0 MSTORE ${FIRST_ARGUMENT} CALLER #${TRANSFER_TOPIC} #20 PUSH0 LOG3
  #01 ${RETURN_TOP}
  fail: PUSH0 PUSH0 REVERT
`;

/**
 * The code of the smallest token: `balanceOf`, `transfer` and its Transfer log. Tests put it where the catalogue says
 * that a token lives, so that the catalogue's own entry works on a development node.
 */
export const ERC20_CODE: Hex = assemble(SOURCE);

/**
 * The code of a contract that passes on what it is paid to the address in the call's data, as wallets that are contracts
 * do. A call without data keeps the coins.
 */
export const FORWARDER_CODE: Hex = assemble(`
  PUSH0 PUSH0 PUSH0 PUSH0 CALLVALUE PUSH0 CALLDATALOAD GAS CALL @done JUMPI
  PUSH0 PUSH0 REVERT
  done: STOP
`);

/**
 * The code of a contract that pays two addresses in one transaction, as exchanges pay many customers: the call's data are
 * address, wei, address, wei.
 */
export const SPLITTER_CODE: Hex = assemble(`
  PUSH0 PUSH0 PUSH0 PUSH0 #20 CALLDATALOAD PUSH0 CALLDATALOAD GAS CALL
  PUSH0 PUSH0 PUSH0 PUSH0 #60 CALLDATALOAD #40 CALLDATALOAD GAS CALL STOP
`);

/** The code of a contract that takes coins only after it has used 1.7 million gas. */
export const GLUTTON_CODE: Hex = assemble('#ffff again: #01 SWAP1 SUB DUP1 @again JUMPI STOP');

/** The code of a contract that answers every call with one number of 8 bytes. */
export function constantCode(value: bigint): Hex {
  return assemble(`#${value.toString(16).padStart(16, '0')} ${RETURN_TOP}`);
}

/** Where the token's code keeps an account's balance, and what to write there. Units are the token's base units. */
export function balanceSlot(owner: Address, units: bigint): { slot: Hex; value: Hex } {
  return {
    slot: encodeAbiParameters([{ type: 'address' }], [owner]),
    value: encodeAbiParameters([{ type: 'uint256' }], [units]),
  };
}

function assemble(source: string): Hex {
  const bytes: (number | { label: string })[] = [];
  const places = new Map<string, number>();
  for (const word of source.split(/\s+/).filter(Boolean)) {
    if (word.endsWith(':')) {
      places.set(word.slice(0, -1), bytes.length);
      bytes.push(OPCODES.JUMPDEST);
    } else if (word.startsWith('@')) {
      bytes.push(pushOpcode(1), { label: word.slice(1) });
    } else if (word.startsWith('#')) {
      const pushed = [...Buffer.from(word.slice(1), 'hex')];
      bytes.push(pushOpcode(pushed.length), ...pushed);
    } else {
      bytes.push(opcodeOf(word));
    }
  }
  const resolved = bytes.map((byte) => (typeof byte === 'number' ? byte : (places.get(byte.label) ?? fail(byte.label))));
  return `0x${Buffer.from(resolved).toString('hex')}`;
}

function pushOpcode(length: number): number {
  return OPCODES.PUSH0 + length;
}

function opcodeOf(word: string): number {
  const found = Object.entries(OPCODES).find(([name]) => name === word);
  return found ? found[1] : fail(word);
}

function fail(word: string): never {
  throw new Error(`"${word}" is neither an opcode nor a label`);
}
