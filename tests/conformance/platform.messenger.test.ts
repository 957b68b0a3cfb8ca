// @vitest-environment jsdom
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { installMessengerApp } from '../support/browser/messengerApp.ts';
import { connectMessenger } from '../../web/messenger/client.ts';
import { createMessengerPlatform } from '../../web/messenger/messengerPlatform.ts';
import { createSecureTokens } from '../../web/messenger/secureTokens.ts';
import { openPage } from './pageUnderTest.ts';
import { describePlatform } from './platform.ts';

type Version = Parameters<typeof connectMessenger>[0];

const TOKENS = { accessToken: 'a', accessTokenExpiresAt: '', refreshToken: 'r', refreshTokenExpiresAt: '' };
const THEME = { button_color: '#5288c1', button_text_color: '#ffffff', secondary_bg_color: '#232e3c', text_color: '#f5f5f5' };
const READY = { isReady: true, isBusy: false };

function openMessenger(version: Version, initData = 'signed') {
  const app = installMessengerApp();
  const client = connectMessenger(version, ['https://web.telegram.org']);
  const keeper = createSecureTokens(client);
  const sessions: string[] = [];
  const platform = createMessengerPlatform({
    buildId: 'test',
    messenger: { client, launch: { theme: THEME, initData, mayWrite: true } },
    keeper,
    onSession: (change) => sessions.push(change),
  });
  return { app, client, keeper, platform, sessions };
}

describe.each(['7.0', '9.0'] as const)('in version %s of the protocol', (version) => {
  describePlatform(`the platform of the messenger ${version}`, async () => {
    let app: ReturnType<typeof installMessengerApp> | null = null;
    const page = await openPage(() => {
      const opened = openMessenger(version);
      app = opened.app;
      return opened.platform;
    });
    return {
      ...page,
      opened: () =>
        Promise.resolve(
          (app?.posted ?? []).flatMap(({ name, data }) => (name === 'web_app_open_link' ? [String(data['url'])] : [])),
        ),
    };
  });
});

it.each([
  ['6.0', []],
  ['7.0', ['backButton', 'settingsButton', 'haptics', 'qrScanner']],
  ['9.0', ['backButton', 'settingsButton', 'haptics', 'qrScanner', 'secondaryButton']],
] as const)('has in version %s only what the messenger knows', (version, expected) => {
  const { platform } = openMessenger(version);
  const facets = ['backButton', 'settingsButton', 'haptics', 'qrScanner', 'secondaryButton'] as const;
  expect(platform.mainButton).toBeDefined();
  expect(facets.filter((name) => platform[name] !== undefined)).toEqual(expected);
  expect('passkeys' in platform || 'systemNotifications' in platform || 'fingerprint' in platform).toBe(false);
});

it('has the init data of the start, if the messenger gave any', () => {
  expect([openMessenger('9.0').platform.initData, 'initData' in openMessenger('9.0', '').platform]).toEqual(['signed', false]);
});

it('shows the main button with what is missing, and tells of a press', () => {
  const { app, platform } = openMessenger('9.0');
  const press = vi.fn();
  platform.mainButton?.set({ label: 'Enter an amount', isReady: false, isBusy: false, onPress: press });
  expect(app.last('web_app_setup_main_button')).toEqual({
    is_visible: true,
    is_active: true,
    is_progress_visible: false,
    text: 'Enter an amount',
    color: '#232e3c',
    text_color: '#f5f5f5',
  });
  app.send('main_button_pressed');
  platform.mainButton?.set({ label: 'Waiting', isReady: false, isBusy: true, onPress: press });
  expect(app.last('web_app_setup_main_button')).toMatchObject({ is_active: false, is_progress_visible: true });
  platform.mainButton?.set(null);
  expect(app.last('web_app_setup_main_button')).toMatchObject({ is_visible: false });
  app.send('main_button_pressed');
  expect(press).toHaveBeenCalledTimes(1);
});

it('connects the other controls', () => {
  const { app, platform } = openMessenger('9.0');
  const [second, back, settings] = [vi.fn(), vi.fn(), vi.fn()];
  platform.secondaryButton?.set({ label: 'Refund', ...READY, onPress: second });
  platform.backButton?.set(back);
  platform.settingsButton?.set(settings);
  platform.haptics?.feel('error');
  platform.closing?.confirm(true);
  for (const name of ['secondary', 'back', 'settings']) app.send(`${name}_button_pressed`);
  expect([second, back, settings].map((listener) => listener.mock.calls.length)).toEqual([1, 1, 1]);
  expect(app.last('web_app_setup_secondary_button')).toMatchObject({ color: '#232e3c', text_color: '#f5f5f5' });
  expect(app.last('web_app_trigger_haptic_feedback')).toEqual({ type: 'notification', notification_type: 'error' });
  expect(app.last('web_app_setup_closing_behavior')).toEqual({ need_confirmation: true });
  platform.backButton?.set(null);
  app.send('back_button_pressed');
  expect(app.last('web_app_setup_back_button')).toEqual({ is_visible: false });
  expect(back).toHaveBeenCalledTimes(1);
});

it('reads a code with the scanner of the messenger, or says that the customer closed it', async () => {
  const { app, platform } = openMessenger('7.0');
  const scan = async (signal = new AbortController().signal) =>
    await platform.qrScanner?.scan({ preview: document.createElement('video'), signal });
  const read = scan();
  app.send('qr_text_received', { data: 'bitcoin:bc1q' });
  expect(await read).toEqual({ kind: 'read', text: 'bitcoin:bc1q' });
  const closed = scan();
  app.send('scan_qr_popup_closed');
  expect(await closed).toEqual({ kind: 'cancelled' });
  const leaving = new AbortController();
  const left = scan(leaving.signal);
  leaving.abort();
  expect(await left).toEqual({ kind: 'cancelled' });
  expect(app.last('web_app_close_scan_qr_popup')).not.toBeNull();
  expect(await scan(AbortSignal.abort())).toEqual({ kind: 'cancelled' });
});

it('keeps the refresh token in the encrypted storage of the messenger, and the access token nowhere', async () => {
  const { app, keeper } = openMessenger('9.0');
  await keeper.save(TOKENS);
  expect([...app.secrets.values()]).toEqual(['r']);
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('"r"');
  const later = createSecureTokens(connectMessenger('9.0', []));
  expect([await later.restore(), later.tokens()?.refreshToken]).toEqual([true, 'r']);
  await later.clear();
  expect([app.secrets.size, later.tokens()]).toEqual([0, null]);
  expect(await createSecureTokens(connectMessenger('9.0', [])).restore()).toBe(false);
});

it('keeps tokens in memory where there is no such storage, or it does not answer', async () => {
  const old = openMessenger('7.0');
  await old.keeper.save(TOKENS);
  expect([old.keeper.tokens(), old.app.secrets.size]).toEqual([TOKENS, 0]);
  expect(old.app.posted.some(({ name }) => name.includes('storage'))).toBe(false);
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const silent = openMessenger('9.0');
  silent.app.silenceStorage();
  const saving = silent.keeper.save(TOKENS);
  await vi.advanceTimersByTimeAsync(2_000);
  await saving;
  expect(silent.keeper.tokens()).toEqual(TOKENS);
});

it('asks short questions with the popup of the messenger, within its limits', async () => {
  const { app, platform } = openMessenger('7.0');
  const question = { title: 'Delete this order?', text: 'It continues.', action: 'Delete', cancel: 'Keep', isDestructive: true };
  expect(platform.questions?.canAsk(question)).toBe(true);
  expect(platform.questions?.canAsk({ ...question, title: 'a'.repeat(65) })).toBe(false);
  expect(platform.questions?.canAsk({ ...question, text: 'a'.repeat(257) })).toBe(false);
  expect(platform.questions?.canAsk({ ...question, text: '' })).toBe(false);
  const confirmed = platform.questions?.ask(question);
  expect(app.last('web_app_open_popup')).toEqual({
    title: 'Delete this order?',
    message: 'It continues.',
    buttons: [
      { id: 'action', type: 'destructive', text: 'Delete' },
      { id: 'cancel', type: 'default', text: 'Keep' },
    ],
  });
  app.send('popup_closed', { button_id: 'action' });
  expect(await confirmed).toBe(true);
  const closed = platform.questions?.ask(question);
  app.send('popup_closed', {});
  expect(await closed).toBe(false);
  expect(openMessenger('6.1').platform.questions).toBeUndefined();
});
