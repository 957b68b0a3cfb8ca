/** Prices in sun. Those of the real network in November 2026 are like them. */
export interface Prices {
  bandwidth: bigint;
  energy: bigint;
  createAccount: bigint;
  createAccountInContract: bigint;
}

export const USUAL_PRICES: Prices = {
  bandwidth: 1_000n,
  energy: 100n,
  createAccount: 100_000n,
  createAccountInContract: 1_000_000n,
};

/** Energy of a token's transfer: to a holder, and to an address without the token. */
const ENERGY_TO_HOLDER = 64_285n;
const ENERGY_TO_NEW_HOLDER = 130_285n;
const ENERGY_OF_REVERT = 22_000n;
/** Each account sends so many bytes a day for free. The stand-in's day does not end. */
const FREE_BANDWIDTH = 600n;

export interface Account {
  balance: bigint;
  freeUsed: bigint;
  /** No plain transfer may pay it. */
  isContract: boolean;
}

/** Balances after a block. Addresses in hex. */
export interface Ledger {
  accounts: Map<string, Account>;
  /** By contract, then by owner */
  tokens: Map<string, Map<string, bigint>>;
  /** Owners that every token blocks */
  blocked: Set<string>;
  /** What a token's transfer takes, in percent of the usual energy. On the real network it changes every six hours. */
  energyPercent: bigint;
  /** Whether all accounts together have used what they may send for free */
  isPublicBandwidthUsed: boolean;
}

/** What a contract did in a transaction, as its note says. The recipient in hex. */
export interface InternalCall {
  to: string;
  units: bigint;
  note: string;
}
/** Notes of those that move TRX */
export const MOVING_NOTES = ['call', 'create', 'suicide'];

export interface DecodedTransaction {
  txHash: string;
  /** Signed bytes in hex */
  bytes: string;
  rawHex: string;
  signature: string;
  owner: string;
  /** The recipient of TRX, or the contract */
  to: string;
  type: 'TransferContract' | 'TriggerSmartContract';
  units: bigint;
  data: string;
  referenceBytes: string;
  referenceHash: string;
  expiration: number;
  timestamp: number;
  feeLimit: bigint;
  internal: readonly InternalCall[];
}

export interface Execution {
  fee: bigint;
  netFee: bigint;
  netUsage: bigint;
  energy: bigint;
  energyFee: bigint;
  /** null for a transfer of TRX */
  result: 'SUCCESS' | 'REVERT' | 'OUT_OF_ENERGY' | null;
  transfer: { from: string; to: string; units: bigint } | null;
}

export function cloneLedger({ accounts, tokens, blocked, ...conditions }: Ledger): Ledger {
  return {
    ...conditions,
    accounts: new Map([...accounts].map(([owner, account]) => [owner, { ...account }])),
    tokens: new Map([...tokens].map(([contract, balances]) => [contract, new Map(balances)])),
    blocked: new Set(blocked),
  };
}

/** Adds TRX to an address, whose account it may create. */
export function credit({ accounts }: Ledger, owner: string, units: bigint): void {
  const account = accounts.get(owner);
  if (account) account.balance += units;
  else accounts.set(owner, { balance: units, freeUsed: 0n, isContract: false });
}

export const tokenBalance = ({ tokens }: Ledger, contract: string, owner: string): bigint =>
  tokens.get(contract)?.get(owner) ?? 0n;

export function creditToken(ledger: Ledger, contract: string, owner: string, units: bigint): void {
  const balances = ledger.tokens.get(contract) ?? new Map<string, bigint>();
  ledger.tokens.set(contract, balances.set(owner, (balances.get(owner) ?? 0n) + units));
}

/** What a call of `transfer(address,uint256)` takes; the cause when it would revert. */
export function simulateTransfer(
  ledger: Ledger,
  contract: string,
  owner: string,
  data: string,
): { energy: bigint; isReverted: boolean } {
  const { to, units } = decodeTransfer(data);
  if (ledger.blocked.has(owner) || tokenBalance(ledger, contract, owner) < units)
    return { energy: ENERGY_OF_REVERT, isReverted: true };
  const usual = tokenBalance(ledger, contract, to) > 0n ? ENERGY_TO_HOLDER : ENERGY_TO_NEW_HOLDER;
  return { energy: (usual * ledger.energyPercent) / 100n, isReverted: false };
}

export function decodeTransfer(data: string): { to: string; units: bigint } {
  return { to: `41${data.slice(32, 72)}`, units: BigInt(`0x${data.slice(72, 136)}`) };
}

/** Carries out a transaction as a block does. Returns a code of the node, and changes nothing, when no block may include it. */
export function execute(ledger: Ledger, transaction: DecodedTransaction, prices: Prices): Execution | string {
  const account = ledger.accounts.get(transaction.owner);
  if (!account) return 'CONTRACT_VALIDATE_ERROR';
  const isTransfer = transaction.type === 'TransferContract';
  if (isTransfer && ledger.accounts.get(transaction.to)?.isContract === true) return 'CONTRACT_VALIDATE_ERROR';
  const creates = isTransfer && !ledger.accounts.has(transaction.to);
  const size = BigInt(transaction.bytes.length / 2 + 64);
  const isFree = !creates && !ledger.isPublicBandwidthUsed && account.freeUsed + size <= FREE_BANDWIDTH;
  const netFee = creates ? prices.createAccount : isFree ? 0n : size * prices.bandwidth;
  const toPay = netFee + (creates ? prices.createAccountInContract : 0n);
  if (account.balance < toPay) return 'BANDWITH_ERROR';
  if (isTransfer && account.balance < toPay + transaction.units) return 'CONTRACT_VALIDATE_ERROR';
  account.balance -= toPay;
  if (isFree) account.freeUsed += size;
  const shared = { netFee: creates || !isFree ? netFee : 0n, netUsage: isFree ? size : 0n };
  if (isTransfer) {
    account.balance -= transaction.units;
    credit(ledger, transaction.to, transaction.units);
    return { ...shared, fee: toPay, energy: 0n, energyFee: 0n, result: null, transfer: null };
  }
  const { energy: needed, isReverted } = simulateTransfer(ledger, transaction.to, transaction.owner, transaction.data);
  const affordable = (account.balance < transaction.feeLimit ? account.balance : transaction.feeLimit) / prices.energy;
  const isOut = affordable < needed;
  const energy = isOut ? affordable : needed;
  const energyFee = energy * prices.energy;
  account.balance -= energyFee;
  const burnt = { ...shared, fee: toPay + energyFee, energy, energyFee };
  if (isOut) return { ...burnt, result: 'OUT_OF_ENERGY', transfer: null };
  if (isReverted) return { ...burnt, result: 'REVERT', transfer: null };
  for (const call of transaction.internal) if (MOVING_NOTES.includes(call.note)) credit(ledger, call.to, call.units);
  const { to, units } = decodeTransfer(transaction.data);
  creditToken(ledger, transaction.to, transaction.owner, -units);
  creditToken(ledger, transaction.to, to, units);
  return { ...burnt, result: 'SUCCESS', transfer: { from: transaction.owner, to, units } };
}
