import { ConcurrentUpdateError } from '../common/retryOnConflict.ts';
import { OPERATOR_COMMANDS, SCOPES, type CommandContext } from './operatorCommands.ts';

/**
 * Runs one operator command (D6, D26, D41, D51) and returns the text to print: what was done and what happens next, or the usage
 * text when the words are not a command. The host may be running: every change is a conditional write, which the host reads in its
 * next round. Throws what the operator's functions throw.
 */
export async function runOperatorCommand(context: CommandContext, words: readonly string[]): Promise<string> {
  const [name = '', ...rest] = words;
  const command = Object.hasOwn(OPERATOR_COMMANDS, name) ? OPERATOR_COMMANDS[name] : undefined;
  try {
    return (await command?.run(context, rest)) ?? formatUsage();
  } catch (error) {
    if (!(error instanceof ConcurrentUpdateError)) throw error;
    return 'Another process changed the order at the same time. Run `show <order>`, then repeat the command.';
  }
}

function formatUsage(): string {
  const sections = Object.entries(SCOPES).map(([scope, heading]) => {
    const commands = Object.entries(OPERATOR_COMMANDS).filter(([, command]) => command.scope === scope);
    const lines = commands.flatMap(([name, { usage }]) => usage.map(([args, help]) => `  ${name} ${args}\n      ${help}`));
    return [`${heading}:`, ...lines].join('\n');
  });
  return ['Usage: npm run operator -- <command>', ...sections].join('\n\n');
}
