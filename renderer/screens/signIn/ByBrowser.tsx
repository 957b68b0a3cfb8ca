import { lazy, Suspense } from 'react';
import type { DesktopPurpose } from '../../../contract/api/desktopSignIn.ts';
import { Skeleton } from '../../components/feedback/Skeleton.tsx';
import { useStores } from '../../StoresContext.tsx';

/** Loaded only where the platform can open the browser of the system. */
const BrowserSignIn = lazy(async () => ({ default: (await import('./BrowserSignIn.tsx')).BrowserSignIn }));

export interface ByBrowserProps {
  purpose: DesktopPurpose;
  /** The challenge of the action to confirm. Without it, the session is confirmed. */
  challengeId?: string | undefined;
  /** Another method is shown too. Otherwise this is the only one, and the primary action. */
  isAlternative: boolean;
  /** E-mail of the account that the browser has to confirm with */
  email?: string | undefined;
  /** Called when the customer has agreed in the browser. Not needed for a sign-in: the new session closes the dialog. */
  onDone?: () => void;
}

/** A sign-in or confirmation in the browser of the system, where passkeys work. Absent where the shell is a browser itself. */
export function ByBrowser(props: ByBrowserProps) {
  const { browserSignIn } = useStores().platform;
  return (
    browserSignIn && (
      <Suspense fallback={<Skeleton shape="amount" width="full" />}>
        <BrowserSignIn browserSignIn={browserSignIn} {...props} />
      </Suspense>
    )
  );
}
