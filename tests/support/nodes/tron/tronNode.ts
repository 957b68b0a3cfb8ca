import { serveLocally } from '../../serveLocally.ts';
import { MOVING_NOTES, simulateTransfer, tokenBalance, type Ledger } from './ledger.ts';
import type { Block, Mined, TronChainStandin } from './tronChain.ts';

/** How a node behaves. Those that are absent do nothing. */
export interface NodeFaults {
  /** It is so many blocks behind. */
  lag?: number;
  /** It does not show these transactions. */
  hides?: (transaction: Mined) => boolean;
  /** It shows these in the block that contains the named transaction. */
  invents?: { besides: string; transaction: Mined };
  /** It multiplies balances of TRX. */
  overstates?: bigint;
  /** It answers nothing; or nothing to broadcasts, after it has taken them. */
  silence?: 'all' | 'broadcast';
  /** It answers broadcasts with this code, and takes nothing. */
  refuses?: string;
  /** It shows blocks without receipts. */
  hasNoReceipts?: boolean;
  /** Every simulated call fails with this cause. */
  simulationFails?: string;
  /** Which internal transactions it stores, as `saveInternalTx` and `saveFeaturedInternalTx` say; all of them unless set. */
  storesInternal?: 'moving' | 'none';
}

const word = (hex: string): string => hex.slice(-40).padStart(64, '0');
const TRANSFER_TOPIC = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const SELECTORS = { transfer: 'a9059cbb', balanceOf: '70a08231', isBlackListed: 'e47d6060' };

/** Starts a node that answers in the documented shapes of `/wallet` and `/walletsolidity`. */
export async function startTronNode(chain: TronChainStandin) {
  let faults: NodeFaults = {};

  const height = (isSolid: boolean): number => {
    const newest = Math.max(0, chain.head().number - (faults.lag ?? 0));
    return isSolid ? chain.solidNumber(newest) : newest;
  };
  const ledgerOf = (isSolid: boolean): Ledger =>
    isSolid || faults.lag !== undefined ? (chain.blockAt(height(isSolid)) ?? chain.head()).after : chain.withPool();

  function minedIn(block: Block): Mined[] {
    const shown = block.mined.filter((transaction) => faults.hides?.(transaction) !== true);
    const { invents } = faults;
    return invents && block.mined.some(({ txHash }) => txHash === invents.besides) ? [...shown, invents.transaction] : shown;
  }

  function blockOf(number: number, isSolid: boolean, isWhole: boolean): unknown {
    const block = number <= height(isSolid) ? chain.blockAt(number) : undefined;
    if (!block) return {};
    const { hash, parentHash, time } = block;
    const raw_data = { ...(number > 0 && { number }), txTrieRoot: '0'.repeat(64), parentHash, version: 34, timestamp: time };
    const mined = isWhole ? minedIn(block).map(transactionOf) : [];
    return { blockID: hash, block_header: { raw_data, witness_signature: '' }, ...(mined.length > 0 && { transactions: mined }) };
  }

  function receiptOf(transaction: Mined, { number, time }: Block): unknown {
    const { txHash, to, type, execution } = transaction;
    const { fee, netFee, netUsage, energy, energyFee, result, transfer } = execution;
    const isCall = type === 'TriggerSmartContract';
    const receipt = {
      ...(netFee > 0n && { net_fee: Number(netFee) }),
      ...(netUsage > 0n && { net_usage: Number(netUsage) }),
      ...(isCall && { energy_usage_total: Number(energy), energy_fee: Number(energyFee), result }),
    };
    const log = transfer && {
      address: to.slice(2),
      topics: [TRANSFER_TOPIC, word(transfer.from), word(transfer.to)],
      data: transfer.units.toString(16).padStart(64, '0'),
    };
    const internal = internalOf(transaction);
    return {
      id: txHash,
      ...(fee > 0n && { fee: Number(fee) }),
      blockNumber: number,
      blockTimeStamp: time,
      contractResult: [''],
      ...(isCall && { contract_address: to }),
      receipt,
      ...(isCall && result !== 'SUCCESS' && { result: 'FAILED' }),
      ...(log && { log: [log] }),
      ...(internal.length > 0 && { internal_transactions: internal }),
    };
  }

  function internalOf({ internal, to, execution }: Mined): unknown[] {
    const { storesInternal } = faults;
    return internal
      .filter(({ note }) => storesInternal === undefined || (storesInternal === 'moving' && MOVING_NOTES.includes(note)))
      .map((call) => ({
        caller_address: to,
        transferTo_address: call.to,
        callValueInfo: [{ callValue: Number(call.units) }],
        note: Buffer.from(call.note).toString('hex'),
        ...(execution.result !== 'SUCCESS' && { rejected: true }),
      }));
  }

  function receiptsIn(number: number): unknown {
    const block = number <= height(false) ? chain.blockAt(number) : undefined;
    return block && faults.hasNoReceipts !== true ? minedIn(block).map((transaction) => receiptOf(transaction, block)) : [];
  }

  function findReceipt(txHash: string): unknown {
    const found = chain.find(txHash);
    const isShown = found && found.block.number <= height(false) && minedIn(found.block).some((one) => one.txHash === txHash);
    return isShown ? receiptOf(found.transaction, found.block) : {};
  }

  function call(ledger: Ledger, owner: string, contract: string, data: string): unknown {
    const answer = (energy: bigint, result: string) => ({
      result: { result: true },
      energy_used: Number(energy),
      constant_result: [result],
      transaction: { ret: [{}] },
    });
    const failed = (cause: string) => ({
      ...answer(0n, ''),
      result: { result: true, message: Buffer.from(cause).toString('hex') },
      transaction: { ret: [{ ret: 'FAILED' }] },
    });
    if (faults.simulationFails !== undefined) return failed(faults.simulationFails);
    const argument = `41${data.slice(32, 72)}`;
    if (data.startsWith(SELECTORS.balanceOf))
      return answer(935n, tokenBalance(ledger, contract, argument).toString(16).padStart(64, '0'));
    if (data.startsWith(SELECTORS.isBlackListed))
      return answer(935n, ledger.blocked.has(argument) ? '1'.padStart(64, '0') : '0'.repeat(64));
    if (!ledger.tokens.has(contract))
      return { result: { code: 'CONTRACT_VALIDATE_ERROR', message: 'Smart contract is not exist.' } };
    const { energy, isReverted } = simulateTransfer(ledger, contract, owner, data);
    return isReverted ? failed('REVERT opcode executed') : answer(energy, '1'.padStart(64, '0'));
  }

  function parameters(): unknown {
    const { bandwidth, energy, createAccount, createAccountInContract } = chain.prices();
    const values = {
      getCreateAccountFee: createAccount,
      getTransactionFee: bandwidth,
      getCreateNewAccountFeeInSystemContract: createAccountInContract,
      getEnergyFee: energy,
    };
    // A parameter that is zero has no value.
    return {
      chainParameter: [
        { key: 'getAllowCreationOfContracts' },
        ...Object.entries(values).map(([key, value]) => ({ key, value: Number(value) })),
      ],
    };
  }

  function answer(view: string, method: string, body: Readonly<Record<string, unknown>>): unknown {
    const isSolid = view === 'walletsolidity';
    const text = (name: string): string => {
      const value = body[name];
      return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    };
    switch (method) {
      case 'getblock':
        return blockOf(
          body['id_or_num'] === undefined ? height(isSolid) : Number(text('id_or_num')),
          isSolid,
          body['detail'] === true,
        );
      case 'getblockbynum':
        return blockOf(Number(text('num')), isSolid, true);
      case 'gettransactioninfobyblocknum':
        return receiptsIn(Number(text('num')));
      case 'gettransactioninfobyid':
        return findReceipt(text('value'));
      case 'getaccount': {
        const account = ledgerOf(isSolid).accounts.get(text('address'));
        if (!account) return {};
        const balance = account.balance * (faults.overstates ?? 1n);
        return {
          address: text('address'),
          ...(account.isContract && { type: 'Contract' }),
          ...(balance > 0n && { balance: Number(balance) }),
        };
      }
      case 'triggerconstantcontract':
        return call(ledgerOf(isSolid), text('owner_address'), text('contract_address'), text('data'));
      case 'getchainparameters':
        return parameters();
      case 'broadcasthex': {
        const code = faults.refuses ?? chain.broadcast(text('transaction'));
        return code === 'SUCCESS'
          ? { result: true, code, txid: '', message: '' }
          : { result: false, code, txid: '', message: code };
      }
      default:
        return { Error: `class java.lang.IllegalArgumentException : ${method}` };
    }
  }

  const server = await serveLocally((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const [view = '', method = ''] = (request.url ?? '').split('/').slice(-2);
      if (faults.silence === 'all') return void request.socket.destroy();
      const text = JSON.stringify(answer(view, method, JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>));
      if (faults.silence === 'broadcast' && method === 'broadcasthex') return void request.socket.destroy();
      response.writeHead(200, { 'content-type': 'application/json' }).end(text);
    })().catch(() => request.socket.destroy());
  });
  return {
    url: server.url,
    break(value: NodeFaults) {
      faults = value;
    },
    close: server.close,
  };
}

function transactionOf({ txHash, rawHex, signature, owner, to, type, units, data, execution, ...raw }: Mined): unknown {
  const value =
    type === 'TransferContract'
      ? { amount: Number(units), owner_address: owner, to_address: to }
      : { data, owner_address: owner, contract_address: to };
  return {
    ret: [{ contractRet: execution.result ?? 'SUCCESS' }],
    signature: [signature],
    txID: txHash,
    raw_data: {
      contract: [{ parameter: { value, type_url: `type.googleapis.com/protocol.${type}` }, type }],
      ref_block_bytes: raw.referenceBytes,
      ref_block_hash: raw.referenceHash,
      expiration: raw.expiration,
      timestamp: raw.timestamp,
      ...(raw.feeLimit > 0n && { fee_limit: Number(raw.feeLimit) }),
    },
    raw_data_hex: rawHex,
  };
}
