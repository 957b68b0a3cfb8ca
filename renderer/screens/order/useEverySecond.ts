import { useEffect, useReducer } from 'react';

/** Renders the component again every second, for ages and countdowns. */
export function useEverySecond(): void {
  const [, tick] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, []);
}
