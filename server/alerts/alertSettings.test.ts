import { expect, test } from 'vitest';
import { readAlertSettings } from './alertSettings.ts';

const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;

test('no alerts leave without settings', () => {
  expect(readAlertSettings({})).toEqual({ emails: [], webhook: null, telegramChats: [], heartbeatUrl: null });
});

test('reads every channel', () => {
  const settings = readAlertSettings({
    ALERT_EMAILS: 'a@example.com, b@example.com',
    SMTP_URL: 'smtps://mail.example',
    ALERT_WEBHOOK_URL: 'https://hooks.example/alerts',
    ALERT_WEBHOOK_SECRET: SECRET,
    ALERT_TELEGRAM_CHATS: '42,-1001',
    TELEGRAM_BOT_TOKEN: '1:a',
    HEARTBEAT_URL: 'https://beats.example/1',
  });
  expect(settings).toEqual({
    emails: ['a@example.com', 'b@example.com'],
    webhook: { url: 'https://hooks.example/alerts', secret: Buffer.alloc(32, 1) },
    telegramChats: ['42', '-1001'],
    heartbeatUrl: 'https://beats.example/1',
  });
});

test.each([
  [{ ALERT_EMAILS: 'nobody' }, 'ALERT_EMAILS'],
  [{ ALERT_EMAILS: 'a@example.com' }, 'SMTP_URL'],
  [{ ALERT_WEBHOOK_URL: 'http://hooks.example', ALERT_WEBHOOK_SECRET: SECRET }, 'ALERT_WEBHOOK_URL'],
  [{ ALERT_WEBHOOK_URL: 'https://user:pass@hooks.example', ALERT_WEBHOOK_SECRET: SECRET }, 'ALERT_WEBHOOK_URL'],
  [{ ALERT_WEBHOOK_URL: 'https://hooks.example' }, 'ALERT_WEBHOOK_SECRET'],
  [{ ALERT_WEBHOOK_URL: 'https://hooks.example', ALERT_WEBHOOK_SECRET: 'whsec_short' }, 'ALERT_WEBHOOK_SECRET'],
  [{ ALERT_TELEGRAM_CHATS: '@channel', TELEGRAM_BOT_TOKEN: '1:a' }, 'ALERT_TELEGRAM_CHATS'],
  [{ ALERT_TELEGRAM_CHATS: '42' }, 'TELEGRAM_BOT_TOKEN'],
  [{ HEARTBEAT_URL: 'ftp://beats.example' }, 'HEARTBEAT_URL'],
])('refuses %j and names the variable', (variables, name) => {
  expect(() => readAlertSettings(variables)).toThrow(name);
});

test('never repeats a secret', () => {
  const secret = 'whsec_not-base64-but-secret';
  const messageOf = (): string => {
    try {
      readAlertSettings({ ALERT_WEBHOOK_URL: 'https://hooks.example', ALERT_WEBHOOK_SECRET: secret });
    } catch (error) {
      return String(error);
    }
    return '';
  };
  expect(messageOf()).toContain('ALERT_WEBHOOK_SECRET');
  expect(messageOf()).not.toContain(secret);
});
