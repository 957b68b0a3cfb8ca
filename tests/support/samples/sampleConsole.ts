import type { ConsoleOutput } from '../../../contract/console/routes.ts';
import { OPERATOR_SCOPES } from '../../../contract/accounts/operatorScopes.ts';

export const CONSOLE_NOW = '2026-11-20T12:00:00.000Z';
const EARLIER = '2026-11-20T11:18:00.000Z';

export const sampleConsoleSession: ConsoleOutput<'session'> = {
  userId: 1,
  email: 'd.holm@causeway.example',
  scopes: [...OPERATOR_SCOPES],
  readUntil: '2026-11-20T20:00:00.000Z',
  version: '0.1.0',
  serverTime: CONSOLE_NOW,
};

export function samplePulse(changes: Partial<ConsoleOutput<'pulse'>> = {}): ConsoleOutput<'pulse'> {
  return {
    at: CONSOLE_NOW,
    health: { status: 'OK', reason: null, probes: {}, alarms: [] },
    books: { alarms: 0, notices: 1, unread: 0, endedAt: EARLIER },
    alerts: [],
    networks: [
      { network: 'bitcoin', height: 800_000, readAt: CONSOLE_NOW, isReading: true },
      { network: 'polygon', height: 79_204_118, readAt: EARLIER, isReading: false },
    ],
    waiting: [{ kind: 'HELD', count: 1, oldestSince: EARLIER }],
    switches: [],
    recovery: [],
    openApprovals: 0,
    openIdentities: 0,
    revisions: { waiting: '1' },
    ...changes,
  };
}

type WaitingItem = ConsoleOutput<'waiting'>['lists'][number]['items'][number];

export function sampleWaitingItem(changes: Partial<WaitingItem> = {}): WaitingItem {
  return {
    kind: 'HELD',
    since: EARLIER,
    subject: 'PAYOUT:7f3k9q',
    orderId: 'K7XD20M4T6V890TM',
    withdrawalId: null,
    network: 'tron',
    instrument: 'usdttrc20',
    amount: '14200',
    arrivedAmount: null,
    usdValue: '14199.12',
    address: 'TLa2f6Jq2cVw9mQv7xKk8yRz5nBp9bVmQ4',
    memo: null,
    transfer: null,
    state: 'HELD',
    reason: 'CAP_PER_ORDER',
    isConnected: true,
    acts: [{ act: 'release', input: { sendId: 'PAYOUT:7f3k9q' }, asks: [] }],
    ...changes,
  };
}

/** The plan of a release. */
export function samplePlan(changes: Partial<PlannedAct> = {}): PlannedAct {
  return {
    act: 'release',
    subject: 'PAYOUT:7f3k9q',
    effect: {
      sendId: 'PAYOUT:7f3k9q',
      amount: '14200',
      instrument: 'usdttrc20',
      network: 'tron',
      address: 'TLa2f6Jq2cVw9mQv7xKk8yRz5nBp9bVmQ4',
      warnings: ['PAYOUTS_STOPPED'],
    },
    facts: { usdValue: '14199.12' },
    digest: 'a'.repeat(64),
    needsSecond: false,
    money: { amount: '14200', instrument: 'usdttrc20' },
    challenge: { challengeId: 'c'.repeat(43), expiresAt: '2026-11-20T12:05:00.000Z', methods: ['totp'], passkeyOptions: null },
    ...changes,
  };
}
type PlannedAct = Extract<ConsoleOutput<'plan'>, { digest: string }>;

export function sampleApproval(changes: Partial<Approval> = {}): Approval {
  return {
    approvalId: 'x'.repeat(22),
    act: 'release',
    details: {
      input: { sendId: 'PAYOUT:7f3k9q' },
      subject: 'PAYOUT:7f3k9q',
      effect: { amount: '14200', instrument: 'usdttrc20' },
      reason: 'checked by phone',
      decision: null,
    },
    requestedBy: 7,
    requestedAt: EARLIER,
    expiresAt: '2026-11-21T11:18:00.000Z',
    state: 'OPEN',
    decidedBy: null,
    decidedAt: null,
    mayApprove: true,
    isOwn: false,
    ...changes,
  };
}
type Approval = ConsoleOutput<'approvals'>['open'][number];

/** A network in RECOVERY: of two transactions one may have paid a payment, and one is matched. */
export function sampleRecovery(changes: Partial<Recovery> = {}): Recovery {
  const listed = {
    explorerUrl: null,
    foundAt: EARLIER,
    fee: { instrument: 'eth', amount: '0.0021' },
    explainedBy: null,
    orders: [],
  };
  const at = { network: 'ethereum', position: 4109 };
  return {
    network: 'ethereum',
    title: 'Ethereum',
    state: 'EXPLAINING',
    reason: 'RESTORED',
    since: EARLIER,
    readFrom: 4108,
    readTo: 4110,
    transactions: [
      {
        ...listed,
        position: 4108,
        txHash: `0x${'3249'.repeat(16)}`,
        transfers: [
          { instrument: 'eth', amount: '0.0912', address: `0x${'2a7e'.repeat(10)}`, memo: null, sendId: 'PAYOUT:Z8QE05LP' },
        ],
        explanation: 'PAYMENT',
        explainedAt: EARLIER,
        payments: [],
        acts: [],
      },
      {
        ...listed,
        position: at.position,
        txHash: `0x${'0573'.repeat(16)}`,
        transfers: [{ instrument: 'eth', amount: '1.5', address: `0x${'42cd'.repeat(10)}`, memo: null, sendId: null }],
        explanation: null,
        explainedAt: null,
        payments: ['PAYOUT:T1RJ37KB', 'PAYOUT:Q7LS14NE'],
        acts: [
          { act: 'adopt', input: { ...at, sendId: 'PAYOUT:T1RJ37KB' }, asks: [] },
          { act: 'adopt', input: { ...at, sendId: 'PAYOUT:Q7LS14NE' }, asks: [] },
          { act: 'explain', input: at, asks: ['explanation', 'note', 'isNoPayment'] },
        ],
      },
    ],
    acts: [],
    ...changes,
  };
}
type Recovery = NonNullable<ConsoleOutput<'recovery'>['recovery']>;

export const sampleAudit: ConsoleOutput<'audit'> = {
  entries: [],
  nextBefore: null,
  count: 0,
  checkpointAt: null,
  faults: [],
  checkedAt: null,
};
