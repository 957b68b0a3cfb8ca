import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { ShellButton, ShellButtonState, ShellControl, ShellQuestions } from '../../../contract/platform.ts';
import { WORKING_HOST } from '../../../tests/support/browser/exchangeStores.ts';
import type { Answers } from '../../../tests/support/browser/fakePlatform.ts';
import { renderPage } from '../../../tests/support/browser/renderPage.tsx';
import {
  SAMPLE_DESTINATION,
  SAMPLE_ORDER_ID,
  sampleOrders,
  sampleRefundInfo,
} from '../../../tests/support/samples/sampleOrder.ts';
import { orderGroup } from '../../stores/order/orderGroup.ts';
import { messengerShell } from './messengerShell.ts';

/** The code of the page that creates an order, on its way until it arrives. */
const pendingCode = vi.hoisted(() => {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { arrived: promise, arrive: resolve };
});
vi.mock(import('../order/pending/PendingOrderScreen.tsx'), async (importOriginal) => {
  await pendingCode.arrived;
  return await importOriginal();
});

/** A shell that draws its own buttons, and what each of them shows now. */
function drawnButtons() {
  const shown: Record<'main' | 'secondary', ShellButtonState | null> = { main: null, secondary: null };
  const presses: Record<'back' | 'settings', (() => void) | null> = { back: null, settings: null };
  const button = (name: keyof typeof shown): ShellButton => ({ set: (state) => (shown[name] = state) });
  const control = (name: keyof typeof presses): ShellControl => ({ set: (press) => (presses[name] = press) });
  const feel = vi.fn();
  const services = {
    mainButton: button('main'),
    secondaryButton: button('secondary'),
    backButton: control('back'),
    settingsButton: control('settings'),
    haptics: { feel },
  };
  const label = (name: keyof typeof shown) => shown[name]?.label.replaceAll('\u00a0', ' ') ?? null;
  return { shown, presses, services, label, feel };
}

async function show(path: string, answers: Answers = {}, drawn = drawnButtons()) {
  const page = await renderPage(path, { ...WORKING_HOST, ...answers }, { shell: messengerShell, services: drawn.services });
  await screen.findByRole('heading', { level: 1 });
  return { ...page, ...drawn };
}

test('lets the shell draw the button of the form, which names what is missing and leads there', async () => {
  const { shown, label } = await show('/exchange-btc-usdttrc20?amount=0.05');
  expect(document.querySelector('button[type=submit]')).toBeNull();
  expect(screen.queryByRole('banner')).toBeNull();
  expect([label('main'), shown.main?.isReady]).toEqual(['Enter your USDT address', false]);
  act(() => shown.main?.onPress());
  const field = screen.getByRole('textbox', { name: 'Your USDT address on TRON' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  const user = userEvent.setup();
  await user.type(field, 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8');
  await waitFor(() => expect(label('main')).toBe('Agree to the terms'));
  await user.click(screen.getByRole('checkbox'));
  expect([label('main'), shown.main?.isReady]).toEqual(['Exchange 0.05 BTC', true]);
});

test('opens the order of a press while the form is about to write its address', async () => {
  const { shown, stores, router } = await show('/exchange-btc-usdttrc20?amount=0.05');
  await act(() => stores.delivery.type('destination', SAMPLE_DESTINATION, stores.exchange.receiveInstrument));
  act(() => stores.submission.acceptTerms(true));
  await waitFor(() => expect(shown.main?.isReady).toBe(true));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  act(() => stores.exchange.type('send', '0.06'));
  await act(async () => vi.advanceTimersByTimeAsync(500));
  expect(shown.main?.isReady).toBe(true);
  act(() => shown.main?.onPress());
  await act(async () => vi.waitFor(() => expect(router.state.navigation.location?.pathname).toBe('/order/pending')));
  act(() => void vi.advanceTimersByTime(1_000));
  vi.useRealTimers();
  pendingCode.arrive();
  await waitFor(() => expect(router.state.location.pathname).toBe('/order/pending'));
});

test('goes back with the button of the shell, to the form from the first page, and hides it there', async () => {
  const { presses, shown } = await show('/support');
  expect([shown.main, presses.back]).toEqual([null, expect.any(Function)]);
  act(() => presses.back?.());
  await screen.findByRole('region', { name: 'Exchange form' });
  expect(presses.back).toBeNull();
});

test('closes a dialog with the back button first', async () => {
  const { presses, stores } = await show('/support');
  act(() => stores.dialogs.open({ name: 'signIn', data: { view: 'login', wantedPath: null } }));
  act(() => presses.back?.());
  expect(stores.dialogs.current).toBeNull();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('Support');
});

test('hides the button of the form while a dialog covers it', async () => {
  const { shown, stores } = await show('/exchange-btc-usdttrc20?amount=0.05');
  act(() => stores.dialogs.open({ name: 'signIn', data: { view: 'login', wantedPath: null } }));
  expect(shown.main).toBeNull();
  act(() => stores.dialogs.close());
  await waitFor(() => expect(shown.main?.label).toContain('USDT'));
});

test('opens language, theme and account from the menu of the shell, and lets outcomes be felt', async () => {
  const { presses, stores, feel } = await show('/support');
  expect(document.querySelector('footer a[href^="/api"]')).toBeNull();
  act(() => presses.settings?.());
  const sheet = within(await screen.findByRole('dialog', { name: 'Settings' }));
  await userEvent.click(sheet.getByRole('radio', { name: 'Dark' }));
  expect(stores.theme.choice).toBe('dark');
  await userEvent.click(sheet.getByRole('radio', { name: 'Русский' }));
  await waitFor(() => expect(stores.locale.code).toBe('ru'));
  await waitFor(() => expect(stores.dialogs.current).toBeNull());
  act(() => stores.notifications.show({ kind: 'error', message: 'error.partNotLoaded' }));
  act(() => stores.notifications.show({ kind: 'info', message: 'session.ended' }));
  expect(feel.mock.calls).toEqual([['error']]);
});

test('copies the address to pay, and leads to its QR code, with both buttons', async () => {
  const drawn = drawnButtons();
  const order = sampleOrders.awaitingDeposit();
  const { shown, label, fake, stores } = await show(
    `/order/${SAMPLE_ORDER_ID}?destinationAddress=${SAMPLE_DESTINATION}#pass=${'t'.repeat(43)}`,
    { 'orders.publicInfo': () => order },
    drawn,
  );
  await waitFor(() => expect([label('main'), label('secondary')]).toEqual(['Copy the address', 'Show the QR code']));
  act(() => shown.main?.onPress());
  const said = () => stores.notifications.list.map(({ message }) => message);
  await waitFor(() => expect(said()).toContain('order.send.addressCopied'));
  expect(fake.copied).toEqual([order.depositAddress]);
  const scrolled: Element[] = [];
  Element.prototype.scrollIntoView = function scroll() {
    scrolled.push(this);
  };
  act(() => shown.secondary?.onPress());
  expect(scrolled[0]?.contains(screen.getByRole('img', { name: /QR code/ }))).toBe(true);
});

test('asks for a decision with both buttons', async () => {
  const refund = vi.fn();
  const { shown, label } = await show(
    `/order/${SAMPLE_ORDER_ID}?destinationAddress=${SAMPLE_DESTINATION}#pass=${'t'.repeat(43)}`,
    {
      'orders.publicInfo': () => sampleOrders.wrongAmount(),
      'orders.refundInfo': () => sampleRefundInfo({}),
      'orders.requestRefund': () => {
        refund();
        return sampleOrders.refundRequested();
      },
    },
  );
  await screen.findByRole('region', { name: /Get a refund/ });
  await waitFor(() =>
    expect([label('main'), label('secondary')]).toEqual([expect.any(String), expect.stringMatching(/^Refund /)]),
  );
  expect(document.querySelector('section button[type=submit]')).toBeNull();
  act(() => shown.secondary?.onPress());
  await waitFor(() => expect(refund).toHaveBeenCalledOnce());
});

test.each([
  ['with the popup of the shell if the question fits', true],
  ['with a dialog of the page otherwise', false],
])('asks %s', async (_, isAskedByShell) => {
  const drawn = drawnButtons();
  const ask = vi.fn<ShellQuestions['ask']>().mockResolvedValue(true);
  const questions: ShellQuestions = { canAsk: () => isAskedByShell, ask };
  const page = await renderPage('/history', WORKING_HOST, { shell: messengerShell, services: { ...drawn.services, questions } });
  await screen.findByRole('heading', { level: 1 });
  act(() => page.stores.dialogs.open({ name: 'forgetOrders', data: { off: true } }));
  if (!isAskedByShell) return void (await screen.findByRole('dialog', { name: 'Store nothing on this device?' }));
  await waitFor(() => expect(page.stores.dialogs.current).toBeNull());
  expect(ask).toHaveBeenCalledOnce();
  expect(orderGroup(page.stores).deviceOrders.isStored).toBe(false);
  expect(screen.queryByRole('dialog')).toBeNull();
  return undefined;
});
