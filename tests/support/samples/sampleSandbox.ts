import type { SandboxState, SandboxTransfer } from '../../../contract/api/sandbox.ts';

export function sampleSandboxTransfer(changes: Partial<SandboxTransfer> = {}): SandboxTransfer {
  return {
    networkSlug: 'bitcoin',
    txHash: '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b',
    instrumentSlug: 'btc',
    fromAddress: 'bc1qfaucet00000000000000000000000000000000',
    toAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    memo: null,
    amount: '0.05',
    fee: { instrumentSlug: 'btc', amount: '0.00002' },
    confirmations: 0,
    sentAt: '2026-11-20T14:04:00.000Z',
    ...changes,
  };
}

export function sampleSandboxState(changes: Partial<SandboxState> = {}): SandboxState {
  return {
    networks: [
      {
        slug: 'bitcoin',
        friendlyTitle: 'Bitcoin',
        nativeInstrument: 'btc',
        height: 918_204,
        blockSeconds: 6,
        pending: 1,
        mode: 'up',
        feeFactor: '1',
      },
      {
        slug: 'tron',
        friendlyTitle: 'TRON',
        nativeInstrument: 'trx',
        height: 77_120_331,
        blockSeconds: 0.25,
        pending: 0,
        mode: 'up',
        feeFactor: '1',
      },
    ],
    market: {
      code: 'embedded',
      mode: 'working',
      prices: [
        { symbol: 'BTC', price: '69716.04' },
        { symbol: 'USDT', price: '1' },
      ],
    },
    venue: null,
    recentTransfers: [sampleSandboxTransfer()],
    identities: [],
    ...changes,
  };
}
