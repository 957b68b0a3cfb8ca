import { useState } from 'react';

/** Returns whether an action runs, and a function that starts one. While one runs, further ones are ignored. */
export function useBusy(): [boolean, (action: () => Promise<unknown>) => void] {
  const [isBusy, setIsBusy] = useState(false);
  const run = (action: () => Promise<unknown>) => {
    if (isBusy) return;
    setIsBusy(true);
    void action().finally(() => setIsBusy(false));
  };
  return [isBusy, run];
}
