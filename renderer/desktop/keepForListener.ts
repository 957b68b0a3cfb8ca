type Subscribe<Event> = (listener: (event: Event) => void) => () => void;

/** Keeps events until there is a listener: the first ones arrive before the parts of the page that take them are mounted. */
export function keepForListener<Event>(subscribe: Subscribe<Event>): Subscribe<Event> {
  const listeners = new Set<(event: Event) => void>();
  const kept: Event[] = [];
  subscribe((event) => {
    if (listeners.size === 0) kept.push(event);
    else listeners.forEach((listener) => listener(event));
  });
  return (listener) => {
    listeners.add(listener);
    kept.splice(0).forEach((event) => listener(event));
    return () => void listeners.delete(listener);
  };
}
