import { useEffect, useState, type ComponentType } from 'react';
import { useStores } from '../../StoresContext.tsx';

/**
 * Returns a part of the window whose code is loaded after the first view; null until it has loaded. React.lazy would show it up to
 * 300 ms later. `load` must be the same function on each render.
 */
export function useLaterPart<Props>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> | null {
  const { updates } = useStores();
  const [Part, setPart] = useState<ComponentType<Props> | null>(null);
  useEffect(() => {
    load().then(
      (component) => setPart(() => component),
      () => void updates.check(),
    );
  }, [load, updates]);
  return Part;
}
