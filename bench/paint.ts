import type { Page } from 'playwright-core';

/** What is pressed, and what must have been painted for the clock to stop. */
export interface PaintWatch {
  event: 'keydown' | 'click';
  /** Where the event happens. */
  on: string;
  /** Elements whose value or contents are watched, as they come and go. */
  watch: readonly string[];
  /** Digits and dots that have to be among them; without it any change counts. */
  until?: string;
}

/**
 * Milliseconds from the event's own time stamp (the press, before any script) to the end of the first frame that shows
 * what is watched changed. The frame's end is the first task behind its animation callbacks, which runs when it is painted.
 */
export async function untilPainted(page: Page, watch: PaintWatch, press: () => Promise<void>): Promise<number> {
  const watched = await page.evaluateHandle(({ event: type, on, watch: selectors, until }) => {
    const read = (): string =>
      selectors
        .map((selector) => {
          const element = document.querySelector(selector);
          if (element instanceof HTMLInputElement) return element.value;
          // A hidden element (a closed dialog) is not painted.
          return element?.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ? element.innerHTML : '';
        })
        .join('|');
    const element = document.querySelector(on);
    if (!element) throw new Error(`There is no ${on}`);
    // Wrapped: a handle must not wait for what has not been pressed yet.
    return {
      painted: new Promise<number>((resolve, reject) => {
        const start = ({ timeStamp }: Event): void => {
          const before = read();
          const giveUp = timeStamp + 5_000;
          const isShown = (): boolean => {
            const now = read();
            return until === undefined ? now !== before : now.replace(/[^\d.|]/g, '').includes(until);
          };
          const look = (): void => {
            requestAnimationFrame(() => {
              if (!isShown()) return performance.now() > giveUp ? reject(new Error(`${on} changed nothing`)) : look();
              const { port1, port2 } = new MessageChannel();
              port1.addEventListener('message', () => resolve(performance.now() - timeStamp));
              port1.start();
              port2.postMessage(null);
            });
          };
          look();
        };
        element.addEventListener(type, start, { once: true, capture: true });
      }),
    };
  }, watch);
  await press();
  const milliseconds = await watched.evaluate(({ painted }) => painted);
  await watched.dispose();
  return milliseconds;
}
