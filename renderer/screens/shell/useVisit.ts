import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { isTrackingRefused } from '../../isTrackingRefused.ts';
import { useStores } from '../../StoresContext.tsx';

/** Stores the visit record (§3) and the referrer (§2 `ref`). */
export function useVisit(): void {
  const { referral, visit } = useStores();
  const { search } = useLocation();
  useEffect(() => {
    void visit.begin({
      url: location.href,
      referrer: document.referrer,
      userAgent: navigator.userAgent,
      language: navigator.language,
      screenSize: `${screen.width}x${screen.height}`,
      isTrackingRefused: isTrackingRefused(),
    });
  }, [visit]);
  useEffect(() => {
    referral.take(new URLSearchParams(search).get('ref'));
  }, [referral, search]);
}
