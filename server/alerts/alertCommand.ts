import { randomId } from '../common/hashing.ts';
import type { AlertChannel } from './channels/channel.ts';
import { grafanaDashboard } from './grafanaDashboard.ts';
import { prometheusRules } from './prometheusRules.ts';

export const ALERT_USAGE = [
  ['test', 'send a test message over every configured channel'],
  ['prometheus', 'print alert rules for Prometheus'],
  ['grafana', 'print a dashboard for Grafana'],
] as const;

/** Returns what the command prints, or null for unknown words. A channel that fails is named; nothing is repeated. */
export async function runAlertCommand(
  [word, ...rest]: readonly string[],
  { brand, channels }: { brand: string; channels: readonly AlertChannel[] },
): Promise<string | null> {
  if (rest.length > 0) return null;
  switch (word) {
    case 'test':
      return await sendTest(brand, channels);
    case 'prometheus':
      return prometheusRules();
    case 'grafana':
      return grafanaDashboard();
    default:
      return null;
  }
}

async function sendTest(brand: string, channels: readonly AlertChannel[]): Promise<string> {
  if (channels.length === 0) return 'No channel is configured: docs/operator.md names the variables.';
  const lines = ['This is a test. Nothing is wrong.'];
  const results = channels.map(async ({ name, send }) => {
    try {
      await send({ id: randomId(), subject: `${brand}: test of the alerts`, lines, changes: [] });
      return `${name}: sent`;
    } catch (error) {
      return `${name}: FAILED, ${error instanceof Error ? error.message : String(error)}`;
    }
  });
  return (await Promise.all(results)).join('\n');
}
