import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LOCALES, type LocaleCode } from '../../contract/paths/locales.ts';
import { sampleOrder } from '../../tests/support/samples/sampleOrder.ts';
import { sampleUser } from '../../tests/support/samples/sampleUser.ts';
import { TEST_SEALING } from '../../tests/support/testSealing.ts';
import { queueAccountMail } from './accountMail.ts';
import { composeNotification } from './composeMail.ts';
import { loadMailLanguages } from './mailLanguage.ts';
import { startMailHost } from './testing/mailHost.ts';

/** A language that the product does not have. */
const GERMAN = 'de' as LocaleCode;
const CODES = [...Object.values(LOCALES).map(({ code }) => code), GERMAN];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mail-languages-'));
  for (const code of CODES) cpSync(`resources/locales/${code === GERMAN ? 'en' : code}`, join(folder, code), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

const translate = (file: string, texts: Record<string, string>) => {
  const path = join(folder, GERMAN, file);
  writeFileSync(path, JSON.stringify({ ...(JSON.parse(readFileSync(path, 'utf8')) as object), ...texts }));
};

it('has every language of the product', () => {
  const languages = loadMailLanguages();
  for (const { code } of Object.values(LOCALES)) expect(languages(code).code).toBe(code);
});

describe('a language of which there is only a catalogue', () => {
  it('is the language of account mails, with its times, durations and links', async () => {
    translate('mail-account.json', {
      'mail.account.passwordChanged.subject': 'Ihr Passwort bei {brand} wurde geändert',
      'mail.account.passwordChanged.changed': 'Das Passwort Ihres Kontos wurde am {time} geändert.',
      'mail.account.resetCode.enter': 'Der Code gilt {valid}.',
    });
    const host = await startMailHost();
    try {
      await host.database
        .insertInto('users')
        .values(sampleUser({ id: 1, locale: GERMAN }))
        .execute();
      const mail = { userId: 1, origin: 'https://swap.example', now: host.context.now() };
      await queueAccountMail(host.database, { ...mail, kind: 'PASSWORD_CHANGED', data: {}, sealing: TEST_SEALING });
      await queueAccountMail(host.database, {
        ...mail,
        kind: 'RESET_CODE',
        sealing: TEST_SEALING,
        data: { code: 'ABCDE', validMs: 15 * 60_000 },
      });
      await host.otherWorker({ languages: loadMailLanguages(folder, CODES) }).tick();
      const sent = host.sent.map(({ subject, text, html }) => `${subject}\n${text}\n${html}`).join('\n');
      expect(host.sent).toHaveLength(2);
      expect(sent).toContain('Ihr Passwort bei Causeway wurde geändert');
      expect(sent).toContain('Das Passwort Ihres Kontos wurde am 20. November 2026 um 12:00 UTC geändert.');
      expect(sent).toContain('Der Code gilt 15 Minuten.');
      expect(sent).toContain('https://swap.example/de/profile/info');
      expect(sent).toContain('<html lang="de">');
    } finally {
      await host.close();
    }
  });

  it('is the language of order mails', () => {
    translate('mail-order.json', { 'mail.order.claimRejected.subject': 'Die Zahlung passt nicht zu Auftrag {order}' });
    const reader = { order_id: sampleOrder().orderId, email: 'ann@example.org', origin: 'https://swap.example', token: 'token' };
    const { subject, text } = composeNotification(
      { ...reader, locale: GERMAN },
      { languages: loadMailLanguages(folder, CODES) },
      { kind: 'ACTION_NEEDED', claimedTransaction: '9A41' },
      { order: sampleOrder(), status: 'AWAITING_DEPOSIT', refundsAtDeadline: false },
    );
    expect(subject).toBe('Die Zahlung passt nicht zu Auftrag 7F3KQ9…TzyA');
    expect(text).toContain(`https://swap.example/de/order/${reader.order_id}\n`);
  });

  it('is replaced by English on a host that does not have it', () => {
    expect(loadMailLanguages()(GERMAN).code).toBe('en');
  });
});

it('does not load a catalogue that is missing or has an invalid message', () => {
  translate('mail-order.json', { 'mail.order.open': '{order' });
  expect(() => loadMailLanguages(folder, CODES)).toThrow(/de: "mail.order.open" is not a valid ICU message/);
  rmSync(join(folder, GERMAN, 'mail-order.json'));
  expect(() => loadMailLanguages(folder, CODES)).toThrow(/ENOENT.*mail-order\.json/);
});

it('does not write a text without its values', () => {
  expect(() => loadMailLanguages()('en').text('mail.order.claimRejected.subject')).toThrow(/order/);
});
