import type { Page } from 'playwright';

/** The event that starts the clock, and the change that stops it when it is painted */
export interface PaintWatch {
  event: 'keydown' | 'click';
  /** Selector of the element that receives the event */
  on: string;
  /** Selectors of elements whose value or contents are watched; they may be missing */
  watch: readonly string[];
  /** Digits and dots that must appear in them; without it any change counts */
  until?: string;
}

/**
 * Returns the milliseconds from the event's own time stamp (the press, before any script) to the end of the first frame that shows the
 * change. A frame ends with the first task after its animation callbacks, which runs when it is painted.
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
    // Wrapped, because a handle would wait for the promise before the key is pressed.
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
