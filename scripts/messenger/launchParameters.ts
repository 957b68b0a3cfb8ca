import { createHmac } from 'node:crypto';
import { THEMES } from './hostPage.ts';

interface Launch {
  botToken: string;
  /** When the messenger opened the mini-app, in ms since 1970 */
  openedAt: number;
  user: { id: number; language: string };
  theme: keyof typeof THEMES;
  /** The version of the messenger's protocol */
  version?: string;
  /** What the link that opened it asks for: "order___abc" */
  startParameter?: string;
}

/** Returns the fragment with which the messenger opens a mini-app, signed as it signs (D21): "#tgWebAppData=…" */
export function launchParameters({ botToken, openedAt, user, theme, version = '9.0', startParameter }: Launch): string {
  const data = new URLSearchParams({
    auth_date: String(Math.floor(openedAt / 1_000)),
    query_id: 'AAH-local',
    ...(startParameter !== undefined && { start_param: startParameter }),
    user: JSON.stringify({ id: user.id, first_name: 'Anna', language_code: user.language, allows_write_to_pm: true }),
  });
  const text = [...data].map(([key, value]) => `${key}=${value}`).toSorted();
  const key = createHmac('sha256', 'WebAppData').update(botToken).digest();
  data.set('hash', createHmac('sha256', key).update(text.join('\n')).digest('hex'));
  const parameters = new URLSearchParams({
    tgWebAppData: data.toString(),
    tgWebAppVersion: version,
    tgWebAppPlatform: 'web',
    tgWebAppThemeParams: JSON.stringify(THEMES[theme]),
    ...(startParameter !== undefined && { tgWebAppStartParam: startParameter }),
  });
  return `#${parameters.toString()}`;
}
