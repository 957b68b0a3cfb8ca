import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

afterEach(cleanup);

// A busy machine is slow. That must not fail a test.
configure({ asyncUtilTimeout: 15_000 });

/*
 * jsdom drives its animation frames with an interval that fake timers stop for good. The files of a worker share one window, so
 * frames come from a timer of their own.
 */
const FRAME_MS = 16;
globalThis.requestAnimationFrame = (draw) => Number(setTimeout(() => draw(performance.now()), FRAME_MS));
globalThis.cancelAnimationFrame = (frame) => clearTimeout(frame);

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
