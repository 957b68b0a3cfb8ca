import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

afterEach(cleanup);

// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 15_000 });

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
