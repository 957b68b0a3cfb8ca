import { useEffect, useState } from 'react';
import { useStores } from '../../StoresContext.tsx';

/** What time it is, told anew every `everyMs`. Milliseconds since 1970; at first the time at which the page was rendered. */
export function useNow(everyMs: number): number {
  const { clock } = useStores();
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(clock.now()), everyMs);
    return () => clearInterval(timer);
  }, [clock, everyMs]);
  return now;
}
