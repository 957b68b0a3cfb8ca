import { vi } from 'vitest';
import { ApiError } from '../../contract/errors.ts';
import { createFakeBrowserSignIn } from '../support/browser/fakeBrowserSignIn.ts';
import { createFakeLive } from '../support/browser/fakeLive.ts';
import { createFakePlatform } from '../support/browser/fakePlatform.ts';
import { describePlatform } from './platform.ts';
import type { LivePeer, PlatformUnderTest, Reply } from './platformUnderTest.ts';

/** Vitest's own second is too short on a busy machine. */
const WAIT = { timeout: 180_000 };

describePlatform('the platform of tests', () => Promise.resolve(open()));

function open(): PlatformUnderTest {
  const answers: Record<string, () => unknown> = {};
  const { live, sockets } = createFakeLive();
  const { browserSignIn, answer: answerInBrowser } = createFakeBrowserSignIn();
  const fake = createFakePlatform(answers, { live, browserSignIn });
  let hasExpired = false;
  const answer = (reply: Reply): unknown => {
    if (hasExpired) {
      hasExpired = false;
      fake.renewSession();
    }
    if (reply === 'lost') return new Promise(() => undefined);
    if (reply === 'garbage') throw new ApiError('ERR_SERVICE_UNAVAILABLE', 'No JSON.');
    if ('output' in reply) return reply.output;
    const { code, message, details, requestId } = reply.error;
    throw new ApiError(code, message, details, requestId);
  };
  return {
    platform: fake.platform,
    host: {
      reply: (name, reply) => (answers[name] = () => answer(reply)),
      get calls() {
        return fake.calls.map(({ name, options }) => ({
          name,
          orderToken: options.orderToken ?? null,
          idempotencyKey: options.idempotencyKey ?? null,
        }));
      },
      expireToken: () => (hasExpired = true),
      accept: async (): Promise<LivePeer> => {
        const index = sockets.length;
        const socket = await vi.waitFor(() => sockets[index] ?? Promise.reject(new Error('Nothing connected.')), WAIT);
        socket.open();
        let read = 0;
        return {
          receive: () =>
            vi
              .waitFor(() => socket.sent[read] ?? Promise.reject(new Error('Nothing was sent.')), WAIT)
              .finally(() => (read += 1)),
          send: (message) => socket.say(message),
          closed: vi.waitUntil(() => socket.isClosed, WAIT).then(() => undefined),
          drop: () => socket.drop(),
        };
      },
    },
    storeElsewhere: (key, value) => Promise.resolve(fake.changeStorageElsewhere(key, value)),
    setVisible: fake.setVisible,
    setOnline: fake.setOnline,
    denyClipboard: fake.denyClipboard,
    saved: () => Promise.resolve(fake.saved.map(({ name, text }) => ({ name, text }))),
    opened: () => Promise.resolve(fake.opened),
    answerInBrowser: (given) => Promise.resolve(answerInBrowser(given === 'agree' ? 'done' : 'declined')),
    close: () => Promise.resolve(),
  };
}
