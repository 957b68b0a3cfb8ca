import { useEffect, useState } from 'react';
import { useStores } from '../../StoresContext.tsx';

/** Returns the time in ms since 1970, updated every `everyMs`. The first value is the time of the server render. */
export function useNow(everyMs: number): number {
  const { clock } = useStores();
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(clock.now()), everyMs);
    return () => clearInterval(timer);
  }, [clock, everyMs]);
  return now;
}
