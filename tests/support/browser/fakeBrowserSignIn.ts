import type { BrowserOutcome } from '../../../contract/ipc.ts';
import type { BrowserSignInFacet } from '../../../contract/platform.ts';
import type { DesktopPurpose } from '../../../contract/schemas/desktopSignIn.ts';

/** A sign-in in the browser by hand: the test answers in place of the customer. An answer that nothing waits for has no effect. */
export function createFakeBrowserSignIn() {
  const started: DesktopPurpose[] = [];
  let cancels = 0;
  let end: (outcome: BrowserOutcome) => void = () => undefined;
  const browserSignIn: BrowserSignInFacet = {
    start: (purpose) => {
      end('cancelled');
      started.push(purpose);
      return new Promise((resolve) => (end = resolve));
    },
    cancel: () => {
      cancels += 1;
      end('cancelled');
    },
  };
  return {
    browserSignIn,
    /** The purpose of each start */
    started,
    cancels: () => cancels,
    answer: (outcome: BrowserOutcome) => end(outcome),
  };
}
