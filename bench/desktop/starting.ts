import { findDesktopHost, startDisplay } from '../../tests/desktop/support/desktopHost.ts';
import { launchApp } from '../../tests/desktop/support/launchApp.ts';
import type { Figure } from '../measure.ts';

/** Starts the app. Returns the time from the start of its process to the first request of a window, for comparison only. */
export async function timeStart(): Promise<Figure> {
  const display = process.platform === 'linux' && !process.env['DISPLAY'] ? await startDisplay() : null;
  const began = performance.now();
  const app = await launchApp();
  try {
    await app.firstWindow();
    return {
      name: 'desktop: start to the first page of a window',
      unit: 'ms',
      ours: performance.now() - began,
      floor: null,
      target: null,
      note: findDesktopHost().name,
    };
  } finally {
    await app.dispose();
    display?.kill();
  }
}
