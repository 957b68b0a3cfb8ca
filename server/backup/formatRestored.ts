import { isoTime } from '../../contract/isoTime.ts';
import type { Restored } from './restoreBackup.ts';

/** Returns what was restored, what was closed, and what the operator does next. */
export function formatRestored(restored: Restored): string {
  const { manifest, networks, heldWithdrawals, depositIndex, switches, frozenCustomers, blacklist } = restored;
  const section = (title: string, lines: readonly string[]): string =>
    [`${title}: ${lines.length === 0 ? 'none' : lines.length}`, ...lines.map((line) => `  ${line}`)].join('\n');
  return [
    `Restored the backup of ${manifest.createdAt}: ${manifest.ledgerEntries} ledger entries.`,
    [
      `In RECOVERY: ${networks.join(', ')}. Payouts are stopped everywhere. No host sends anything yet.`,
      `All sessions, API keys, one-time codes and recovery codes have ended. Customers with an e-mail set a new password.`,
      `Withdrawals on hold until their customers confirm them again: ${heldWithdrawals}.`,
      `New deposit addresses begin after index ${depositIndex}.`,
    ].join('\n'),
    'What operators closed after the backup is lost. Compare these lists with your notes, and close what is missing:',
    section(
      'Switches',
      switches.map(
        ({ closes, target, slug, reason, set_by, set_at }) =>
          `${[closes, target, slug, reason].filter(Boolean).join(' ')}, by ${set_by} since ${isoTime(set_at)}`,
      ),
    ),
    section(
      'Frozen customers',
      frozenCustomers.map((id) => `customer ${id}`),
    ),
    section(
      'Blacklist',
      blacklist.map(({ kind, value }) => `${kind} ${value}`),
    ),
    'Next: start the host, then end RECOVERY of each network (docs/operator.md, "Restore a backup").',
  ].join('\n\n');
}
