import { isoTime } from '../../../contract/isoTime.ts';
import type { WithdrawalRecord } from '../withdrawalRecord.ts';
import { describeEntry } from './formatOrder.ts';

/** Returns a withdrawal's record as text. */
export function formatWithdrawal({ withdrawal, send, entries }: WithdrawalRecord): string {
  const { user_id: customer, amount, network_fee: fee, instrument, wait_until: waitUntil, wait_reasons: reasons } = withdrawal;
  const facts: [string, string | null][] = [
    ['customer', String(customer)],
    ['amount', `${amount} ${instrument}, network fee ${fee}, arrives ${send.amount}`],
    ['to', withdrawal.to_address],
    ['asked for', isoTime(withdrawal.created_at)],
    ['waits until', waitUntil === null ? null : `${isoTime(waitUntil)}, ${(JSON.parse(reasons) as string[]).join(', ')}`],
    ['transaction', send.tx_hash],
    ['confirmed', send.confirmed_at === null ? null : isoTime(send.confirmed_at)],
  ];
  return [
    `${send.id}  ${[send.state, send.reason].filter(Boolean).join(' ')}`,
    ...facts.flatMap(([name, value]) => (value === null ? [] : [`  ${name.padEnd(12)}${value}`])),
    '  ledger',
    ...entries.map((entry) => `    ${describeEntry(entry)}`),
  ].join('\n');
}
