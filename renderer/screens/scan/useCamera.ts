import { useEffect, useState } from 'react';
import { useStores } from '../../StoresContext.tsx';

/** Returns whether codes can be scanned here; null until the shell has answered, and during server rendering. */
export function useCamera(): boolean | null {
  const { qrScanner } = useStores().platform;
  const [hasCamera, setHasCamera] = useState<boolean | null>(null);
  useEffect(() => {
    let isMounted = true;
    void (qrScanner?.hasCamera() ?? Promise.resolve(false)).then((answer) => isMounted && setHasCamera(answer));
    return () => {
      isMounted = false;
    };
  }, [qrScanner]);
  return hasCamera;
}
