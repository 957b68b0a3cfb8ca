import { format } from 'node:util';
import { cleanup, configure, getConfig, prettyDOM } from '@testing-library/react';
import { unstable_IdlePriority as Idle, unstable_scheduleCallback as schedule } from 'scheduler';
import { afterEach, expect, vi } from 'vitest';

/** Warnings of React, MobX and the router. Each is a fault of the component or of its test. */
const warnings: string[] = [];
/** jsdom does not know this element of HTML. */
const UNKNOWN_TAG = 'The tag <search> is unrecognized in this browser.';
console.error = console.warn = (...words: unknown[]) => {
  const text = format(...words);
  if (!text.startsWith(UNKNOWN_TAG)) warnings.push(text);
};

afterEach(() => expect(warnings.splice(0), 'The console stays empty').toEqual([]));
// Hooks run in reverse order: this one before the check above.
afterEach(cleanup);
// The files of a worker share their modules. One that still loads when its file ends would never load again.
afterEach(() => vi.dynamicImportSettled());

/*
 * An element is in the document before the effects of its component have run. These may add the listeners that the test needs, and on
 * a busy machine the test would be faster. So each wait ends only when React is idle.
 */
const { asyncWrapper } = getConfig();
const untilIdle = (): Promise<void> => new Promise((resolve) => void schedule(Idle, () => resolve()));
configure({
  asyncUtilTimeout: 60_000,
  // A wait makes an error at each try, and only the last one is read: printing the document took a fifth of the time of these tests.
  getElementError: (message, container) =>
    Object.defineProperty(new Error('no element'), 'message', {
      get: () => [message, prettyDOM(container)].filter(Boolean).join('\n\n'),
    }),
  asyncWrapper: (wait) =>
    asyncWrapper(async () => {
      const found = await wait();
      await untilIdle();
      return found;
    }),
});

/*
 * jsdom drives its animation frames with an interval that fake timers stop for good. The files of a worker share one window, so
 * frames come from a timer of their own.
 */
const FRAME_MS = 16;
globalThis.requestAnimationFrame = (draw) => Number(setTimeout(() => draw(performance.now()), FRAME_MS));
globalThis.cancelAnimationFrame = (frame) => clearTimeout(frame);

/** jsdom has no layout, so nothing can be scrolled. It would report each call. */
globalThis.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;

/*
 * jsdom has the element <dialog> but not its methods. These do what a component can observe of them; what only a browser
 * does (the focus that stays inside, the inert page) is tested in Chromium.
 */
HTMLDialogElement.prototype.showModal = function showModal(this: HTMLDialogElement) {
  this.setAttribute('open', '');
};
HTMLDialogElement.prototype.close = function close(this: HTMLDialogElement) {
  this.removeAttribute('open');
};
