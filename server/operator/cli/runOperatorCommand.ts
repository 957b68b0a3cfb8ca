import { userInfo } from 'node:os';
import { ConcurrentUpdateError } from '../../common/retryOnConflict.ts';
import { BACKUP_COMMANDS } from '../../backup/backupCommands.ts';
import { ALERT_USAGE } from '../../alerts/alertCommand.ts';
import { CHANGED, type CommandContext, type OperatorCommand } from './command.ts';
import { COMMANDS, HEADINGS } from './commands.ts';

/**
 * Runs one operator command (D6, D26, D41, D51) and returns the text to print: what was done and what happens next, or the usage
 * text when the words are not a command. The host may be running: every act is one transaction, which the host reads in its next
 * round. `systemUser` is recorded as the one who acted. Throws what the acts throw.
 */
export async function runOperatorCommand(
  context: Omit<CommandContext, 'actor'>,
  words: readonly string[],
  systemUser = currentUser(),
): Promise<string> {
  const [name = '', ...rest] = words;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  try {
    return (await command?.run({ ...context, actor: { systemUser } }, rest)) ?? formatUsage();
  } catch (error) {
    if (!(error instanceof ConcurrentUpdateError)) throw error;
    return CHANGED;
  }
}

/** Returns the name of the operating system's user; its number where it has no name, as in some containers. */
export function currentUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** Returns the list of all commands. */
export function formatUsage(): string {
  const sections = Object.entries(HEADINGS).map(([scope, heading]) =>
    formatSection(
      heading,
      Object.entries(COMMANDS).filter(([, command]) => command.scope === scope),
    ),
  );
  const backups = formatSection('Backups', Object.entries(BACKUP_COMMANDS));
  const alerts = formatSection('Alerts', [['alerts', { usage: ALERT_USAGE }]]);
  return ['Usage: npm run operator -- <command>', ...sections, alerts, backups].filter(Boolean).join('\n\n');
}

function formatSection(heading: string, commands: readonly (readonly [string, Pick<OperatorCommand, 'usage'>])[]): string {
  const lines = commands.flatMap(([name, { usage }]) => usage.map(([args, help]) => `  ${name} ${args}\n      ${help}`));
  return lines.length === 0 ? '' : [`${heading}:`, ...lines].join('\n');
}
