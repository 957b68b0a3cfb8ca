import { encodeAbiParameters, keccak256, numberToHex, toBytes, toFunctionSelector, type Address, type Hex } from 'viem';

/** The opcodes used below (Ethereum's yellow paper, appendix H; EIP-3855 for PUSH0). */
// oxfmt-ignore
const OPCODES = {
  ADD: 0x01, SUB: 0x03, DIV: 0x04, GT: 0x11, EQ: 0x14, SHR: 0x1c, CALLER: 0x33, CALLDATALOAD: 0x35, MSTORE: 0x52, SLOAD: 0x54,
  SSTORE: 0x55, JUMP: 0x56, JUMPI: 0x57, JUMPDEST: 0x5b, PUSH0: 0x5f, DUP1: 0x80, DUP2: 0x81, SWAP1: 0x90, LOG3: 0xa3,
  RETURN: 0xf3, REVERT: 0xfd, CALLVALUE: 0x34, GAS: 0x5a, CALL: 0xf1, STOP: 0x00,
} as const;

const TRANSFER_TOPIC = keccak256(toBytes('Transfer(address,address,uint256)')).slice(2);
/** The two arguments of a call. An account's storage slot is its address. */
const FIRST_ARGUMENT = '#04 CALLDATALOAD';
const SECOND_ARGUMENT = '#24 CALLDATALOAD';
const RETURN_TOP = 'PUSH0 MSTORE #20 PUSH0 RETURN';

/** Added to an address, it gives the storage slot of its blocked flag. */
const BLOCKED_OFFSET = 2n ** 160n;
const isBlocked = (account: string): string => `${account} #${BLOCKED_OFFSET.toString(16).padStart(42, '0')} ADD SLOAD`;
/** A tenth less than the amount of the call. */
const LESS_A_TENTH = `#0a ${SECOND_ARGUMENT} DIV ${SECOND_ARGUMENT} SUB`;

/** What a token does beyond ERC-20. */
export interface TokenVariant {
  /** The recipient gets a tenth less. `logged`: the Transfer log names what arrives; `hidden`: it names what was sent. */
  fee?: 'logged' | 'hidden';
  /** Name of the function that tells whether an address is blocked. Transfers to such an address revert. */
  blocklist?: string;
}

/**
 * Returns the code of a minimal token: `balanceOf`, `transfer` and its Transfer log. Tests install it at the token's address of the
 * catalogue, so that the catalogue's entry works on a development node.
 *
 * Assembly: `#ab` pushes bytes, `@name` pushes the position of the label `name:`, everything else is an opcode.
 */
export function tokenCode({ fee, blocklist }: TokenVariant = {}): Hex {
  const credited = fee === undefined ? SECOND_ARGUMENT : LESS_A_TENTH;
  const check = blocklist === undefined ? '' : toFunctionSelector(`function ${blocklist}(address)`).slice(2);
  return assemble(`
    PUSH0 CALLDATALOAD #e0 SHR
    DUP1 #70a08231 EQ @balanceOf JUMPI
    DUP1 #a9059cbb EQ @transfer JUMPI
    ${check === '' ? '' : `DUP1 #${check} EQ @blocklist JUMPI`}
    @fail JUMP
    balanceOf: ${FIRST_ARGUMENT} SLOAD ${RETURN_TOP}
    ${check === '' ? '' : `blocklist: ${isBlocked(FIRST_ARGUMENT)} ${RETURN_TOP}`}
    transfer: ${check === '' ? '' : `${isBlocked(FIRST_ARGUMENT)} @fail JUMPI ${isBlocked('CALLER')} @fail JUMPI`}
    CALLER SLOAD ${SECOND_ARGUMENT} DUP2 DUP2 GT @fail JUMPI
    SWAP1 SUB CALLER SSTORE
    ${credited} ${FIRST_ARGUMENT} SLOAD ADD ${FIRST_ARGUMENT} SSTORE
    ${fee === 'logged' ? credited : SECOND_ARGUMENT} PUSH0 MSTORE ${FIRST_ARGUMENT} CALLER #${TRANSFER_TOPIC} #20 PUSH0 LOG3
    #01 ${RETURN_TOP}
    fail: PUSH0 PUSH0 REVERT
  `);
}

/**
 * The code of a contract that forwards its payment to the address in the call data, as contract wallets do. Without call data it
 * keeps the coins.
 */
export const FORWARDER_CODE: Hex = assemble(`
  PUSH0 PUSH0 PUSH0 PUSH0 CALLVALUE PUSH0 CALLDATALOAD GAS CALL @done JUMPI
  PUSH0 PUSH0 REVERT
  done: STOP
`);

/**
 * The code of a contract that pays two addresses in one transaction, as exchanges pay many customers. The call data are
 * address, wei, address, wei.
 */
export const SPLITTER_CODE: Hex = assemble(`
  PUSH0 PUSH0 PUSH0 PUSH0 #20 CALLDATALOAD PUSH0 CALLDATALOAD GAS CALL
  PUSH0 PUSH0 PUSH0 PUSH0 #60 CALLDATALOAD #40 CALLDATALOAD GAS CALL STOP
`);

/** The code of a contract that uses 1.7 million gas before it accepts coins. */
export const GAS_HUNGRY_CODE: Hex = assemble('#ffff again: #01 SWAP1 SUB DUP1 @again JUMPI STOP');

/** Code of a contract that uses about 50,000 gas for every call. */
export const GAS_BURNING_CODE: Hex = assemble('#0800 again: #01 SWAP1 SUB DUP1 @again JUMPI STOP');

/** Returns the code of a contract that returns one 8-byte number for every call. */
export function constantCode(value: bigint): Hex {
  return assemble(`#${value.toString(16).padStart(16, '0')} ${RETURN_TOP}`);
}

/** Returns the storage slot and value that block an account of a token with a blocklist. */
export function blockedSlot(account: Address): { slot: Hex; value: Hex } {
  return { slot: numberToHex(BigInt(account) + BLOCKED_OFFSET, { size: 32 }), value: numberToHex(1n, { size: 32 }) };
}

/** Returns the storage slot and value of an account's token balance, in base units. */
export function balanceSlot(owner: Address, units: bigint): { slot: Hex; value: Hex } {
  return {
    slot: encodeAbiParameters([{ type: 'address' }], [owner]),
    value: encodeAbiParameters([{ type: 'uint256' }], [units]),
  };
}

function assemble(source: string): Hex {
  const bytes: (number | { label: string })[] = [];
  const labels = new Map<string, number>();
  for (const token of source.split(/\s+/).filter(Boolean)) {
    if (token.endsWith(':')) {
      labels.set(token.slice(0, -1), bytes.length);
      bytes.push(OPCODES.JUMPDEST);
    } else if (token.startsWith('@')) {
      bytes.push(pushOpcode(1), { label: token.slice(1) });
    } else if (token.startsWith('#')) {
      const pushed = [...Buffer.from(token.slice(1), 'hex')];
      bytes.push(pushOpcode(pushed.length), ...pushed);
    } else {
      bytes.push(opcodeOf(token));
    }
  }
  const resolved = bytes.map((byte) => (typeof byte === 'number' ? byte : (labels.get(byte.label) ?? fail(byte.label))));
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
