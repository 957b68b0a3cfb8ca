import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, type ErrorBody } from '../../contract/errors.ts';
import type { LiveConnection } from '../../contract/platform.ts';
import type { PlatformUnderTest } from './platformUnderTest.ts';

const REFUSED: ErrorBody = {
  code: 'ERR_RATE_CHANGED',
  message: 'The rate has changed.',
  details: { price: '0.5' },
  requestId: 'r-1',
};
const START = { event: 'pairs.rates', data: { from: 'btc', to: 'eth', amount: '1', direction: 'from', subscriptionId: 'mine' } };
const ORDER = 'orders.publicInfo';
const ORDER_INPUT = { orderId: 'o1', destinationAddress: 'a1' };

/** The rules of `Platform` that every shell keeps. */
export function describePlatform(name: string, open: () => Promise<PlatformUnderTest>): void {
  describe(name, () => {
    let shell: PlatformUnderTest;
    beforeEach(async () => {
      shell = await open();
    });
    afterEach(async () => {
      vi.useRealTimers();
      await shell.close();
    });

    describe('calls', () => {
      it('resolve to the answer of the host', async () => {
        shell.host.reply('service.stats', { output: { completedOrders: 7, volume: '1.50' } });
        expect(await shell.platform.transport.call('service.stats', {})).toEqual({ completedOrders: 7, volume: '1.50' });
      });

      it('carry the order token and the idempotency key', async () => {
        shell.host.reply(ORDER, { output: {} });
        await shell.platform.transport.call(ORDER, ORDER_INPUT, { orderToken: 'secret', idempotencyKey: 'key-1' });
        await shell.platform.transport.call(ORDER, ORDER_INPUT);
        expect(shell.host.calls).toEqual([
          { name: ORDER, orderToken: 'secret', idempotencyKey: 'key-1' },
          { name: ORDER, orderToken: null, idempotencyKey: null },
        ]);
      });

      it('reject with the error of the host, with its details and request id', async () => {
        shell.host.reply('service.stats', { error: REFUSED });
        const error = await shell.platform.transport.call('service.stats', {}).catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(ApiError);
        expect({ ...(error as ApiError), message: (error as ApiError).message }).toMatchObject(REFUSED);
      });

      it('reject with ERR_SERVICE_UNAVAILABLE without a usable answer', async () => {
        shell.host.reply('service.stats', 'garbage');
        const error = await shell.platform.transport.call('service.stats', {}).catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(ApiError);
        expect(error).toMatchObject({ code: 'ERR_SERVICE_UNAVAILABLE', requestId: '' });
      });

      it('reject with the reason of an abort, before and during the call', async () => {
        shell.host.reply('service.stats', 'lost');
        const reason = new Error('The page was left.');
        const before = shell.platform.transport.call('service.stats', {}, { signal: AbortSignal.abort(reason) });
        await expect(before).rejects.toBe(reason);
        const controller = new AbortController();
        const during = shell.platform.transport.call('service.stats', {}, { signal: controller.signal });
        const settled = expect(during).rejects.toBe(reason);
        await expect.poll(() => shell.host.calls).toHaveLength(1);
        controller.abort(reason);
        await settled;
      });
    });

    describe('the session', () => {
      it('does not exist at the first start', () => {
        expect(shell.platform.session.exists).toBe(false);
      });

      it('reports a renewal once, until the listener is removed', async () => {
        const listener = vi.fn();
        const stop = shell.platform.session.onRenewed(listener);
        shell.host.reply('service.stats', { output: {} });
        shell.host.expireToken();
        await shell.platform.transport.call('service.stats', {});
        await expect.poll(() => listener.mock.calls).toHaveLength(1);
        stop();
        shell.host.expireToken();
        await shell.platform.transport.call('service.stats', {});
        expect(listener).toHaveBeenCalledTimes(1);
      });
    });

    describe('a live connection', () => {
      /** Connects and records the events by name. */
      function connect(): { events: string[]; messages: unknown[]; connection: LiveConnection } {
        const events: string[] = [];
        const messages: unknown[] = [];
        const connection = shell.platform.live.connect({
          onOpen: () => events.push('open'),
          onMessage: (text) => {
            events.push('message');
            messages.push(JSON.parse(text));
          },
          onClose: () => events.push('close'),
        });
        return { events, messages, connection };
      }

      it('opens after connect returned, carries messages, and closes once when the host drops it', async () => {
        const accepted = shell.host.accept();
        const { events, messages, connection } = connect();
        expect(events).toEqual([]);
        const peer = await accepted;
        await expect.poll(() => events).toEqual(['open']);
        connection.send(JSON.stringify(START));
        const asked = (await peer.receive()) as typeof START;
        expect(asked).toMatchObject({ event: 'pairs.rates', data: { from: 'btc', to: 'eth' } });
        const answer = { channel: 'pairs', event: 'pairs.rates', data: { price: '15.1' } };
        peer.send({ ...answer, subscriptionId: asked.data.subscriptionId });
        await expect.poll(() => messages).toEqual([{ ...answer, subscriptionId: 'mine' }]);
        peer.drop();
        await expect.poll(() => events).toEqual(['open', 'message', 'close']);
        connection.close();
        await Promise.resolve();
        expect(events).toEqual(['open', 'message', 'close']);
      });

      it('closes once after the client closed it', async () => {
        const accepted = shell.host.accept();
        const { events, connection } = connect();
        const peer = await accepted;
        await expect.poll(() => events).toEqual(['open']);
        connection.close();
        expect(events).toEqual(['open']);
        await expect.poll(() => events).toEqual(['open', 'close']);
        await peer.closed;
        connection.close();
        await Promise.resolve();
        expect(events).toEqual(['open', 'close']);
      });
    });

    describe.each(['storage', 'sessionStorage'] as const)('%s', (area) => {
      it('returns what was stored, and null for anything else', () => {
        const storage = shell.platform[area];
        expect(storage.get('draft')).toBeNull();
        expect(storage.set('draft', '{"amount":"0.1"}')).toBe(true);
        expect(storage.set('empty', '')).toBe(true);
        expect([storage.get('draft'), storage.get('empty')]).toEqual(['{"amount":"0.1"}', '']);
        storage.remove('draft');
        storage.remove('never stored');
        expect(storage.get('draft')).toBeNull();
      });
    });

    it('keeps the two storages apart', () => {
      const { storage, sessionStorage } = shell.platform;
      storage.set('draft', 'of all windows');
      sessionStorage.set('draft', 'of this window');
      expect([storage.get('draft'), sessionStorage.get('draft')]).toEqual(['of all windows', 'of this window']);
    });

    it('reports changes of the storage by another window only, until the listener is removed', async () => {
      const { platform } = shell;
      const seen: [string | null, string | null][] = [];
      const stop = platform.onStorageChange((key) => seen.push([key, key === null ? null : platform.storage.get(key)]));
      platform.storage.set('draft', 'mine');
      await shell.storeElsewhere('draft', 'theirs');
      await shell.storeElsewhere('draft', null);
      expect(seen).toEqual([
        ['draft', 'theirs'],
        ['draft', null],
      ]);
      stop();
      await shell.storeElsewhere('draft', 'again');
      expect(seen).toHaveLength(2);
      expect(platform.storage.get('draft')).toBe('again');
    });

    it('keeps cookies until they expire or are removed', () => {
      const { cookies } = shell.platform;
      vi.useFakeTimers({ toFake: ['Date'] });
      expect(cookies.get('theme')).toBeNull();
      cookies.set('theme', 'dark; path=/ü', 60);
      cookies.set('locale', 'ru', 3_600);
      expect([cookies.get('theme'), cookies.get('locale')]).toEqual(['dark; path=/ü', 'ru']);
      vi.setSystemTime(Date.now() + 61_000);
      expect([cookies.get('theme'), cookies.get('locale')]).toEqual([null, 'ru']);
      cookies.remove('locale');
      expect(cookies.get('locale')).toBeNull();
    });

    it('copies and pastes; a denied clipboard is an answer, not an error', async () => {
      const { copy, paste } = shell.platform;
      expect(await copy('bc1q')).toBe(true);
      if (paste) expect(await paste()).toBe('bc1q');
      shell.denyClipboard();
      expect(await copy('other')).toBe(false);
      if (paste) expect(await paste()).toBeNull();
    });

    it('saves a file under its name', async () => {
      const { saveFile } = shell.platform;
      saveFile?.({ name: 'orders.csv', text: 'a,b\r\nё,"1"', mediaType: 'text/csv' });
      expect(await shell.saved()).toEqual(saveFile ? [{ name: 'orders.csv', text: 'a,b\r\nё,"1"' }] : []);
    });

    it('opens addresses outside of the app', async () => {
      shell.platform.openExternal('https://mempool.example/tx/1');
      expect(await shell.opened()).toEqual(['https://mempool.example/tx/1']);
    });

    it('ends a sign-in in the browser with the answer of the customer', async () => {
      const { browserSignIn } = shell.platform;
      // The website has no sign-in in another browser.
      if (!browserSignIn) return;
      const declined = browserSignIn.start('signIn');
      await shell.answerInBrowser?.('decline');
      expect(await declined).toBe('declined');
      const done = browserSignIn.start('signIn');
      await shell.answerInBrowser?.('agree');
      expect(await done).toBe('done');
    });

    it('ends a sign-in in the browser after another start or a cancel, and ignores a later answer', async () => {
      const { browserSignIn } = shell.platform;
      if (!browserSignIn) return;
      const outcomes = [browserSignIn.start('signIn'), browserSignIn.start('signIn')];
      browserSignIn.cancel();
      await shell.answerInBrowser?.('agree');
      expect(await Promise.all(outcomes)).toEqual(['cancelled', 'cancelled']);
    });

    it('returns the address of a page for other devices', () => {
      const address = new URL(shell.platform.addressOf('/ru/order/1?destinationAddress=a#pass=b'));
      expect(address.protocol).toMatch(/^https?:$/);
      expect(address.pathname + address.search + address.hash).toBe('/ru/order/1?destinationAddress=a#pass=b');
    });

    it('reports visibility until the listener is removed', () => {
      const { visibility } = shell.platform;
      expect(visibility.isVisible()).toBe(true);
      const seen: boolean[] = [];
      const stop = visibility.onChange((isVisible) => seen.push(isVisible));
      shell.setVisible(false);
      shell.setVisible(true);
      stop();
      shell.setVisible(false);
      expect([seen, visibility.isVisible()]).toEqual([[false, true], false]);
    });

    it('reports connectivity until the listener is removed', () => {
      const seen: boolean[] = [];
      const stop = shell.platform.onConnectivityChange((isOnline) => seen.push(isOnline));
      shell.setOnline(false);
      shell.setOnline(true);
      stop();
      shell.setOnline(false);
      expect(seen).toEqual([false, true]);
    });
  });
}
