import { useStores } from '../../../StoresContext.tsx';
import { useHydrated } from '../../../useHydrated.ts';

/** Returns the link to the home page with a code. Before hydration it has no origin, which only the device knows. */
export function useReferralLink(code: string): string {
  const { platform, locale } = useStores();
  const path = `${locale.path('/')}?ref=${code}`;
  return useHydrated() ? platform.addressOf(path) : path;
}
