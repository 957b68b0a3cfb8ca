import { performance } from 'node:perf_hooks';

export interface RepeatOptions {
  /** Pause in ms after each run. */
  pauseMs: number;
  /** Measures the pause from the start of the run. After a run that takes longer than the pause, the next run starts immediately. */
  isFromStart?: boolean;
  /** Pauses before the first run too. */
  pausesFirst?: boolean;
  /** Receives the errors of `work`. The loop continues after an error. */
  onError: (error: unknown) => void;
}

/**
 * Runs `work` again and again, one run at a time. `work` returns true to be run again without a pause.
 * Returns a function that stops the loop and waits for the current run.
 */
export function repeat(work: () => Promise<boolean | void>, options: RepeatOptions): () => Promise<void> {
  const { pauseMs, isFromStart = false, pausesFirst = false, onError } = options;
  let isStopped = false;
  let endPause = (): void => undefined;

  // A plain timer: pauses with a signal were 5 % of what an idle host does.
  const pause = async (milliseconds: number): Promise<void> => {
    if (isStopped) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  };
  const run = async (): Promise<void> => {
    if (pausesFirst) await pause(pauseMs);
    while (!isStopped) {
      const startedAt = performance.now();
      let isMore: boolean | void = false;
      try {
        isMore = await work();
      } catch (error) {
        onError(error);
      }
      const elapsed = isFromStart ? performance.now() - startedAt : 0;
      if (isMore !== true) await pause(Math.max(0, pauseMs - elapsed));
    }
  };

  const running = run();
  return async () => {
    isStopped = true;
    endPause();
    await running;
  };
}
