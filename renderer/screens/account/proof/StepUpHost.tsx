import { observer } from 'mobx-react-lite';
import { useEffect, useState, type ComponentType } from 'react';
import { useStores } from '../../../StoresContext.tsx';

/**
 * Renders the confirmation that a call waits for, above any other dialog. Its code loads on first use. A customer who leaves the
 * page cancels the confirmation.
 */
export const StepUpHost = observer(() => {
  const { locale, notifications, stepUp, updates } = useStores();
  const [loaded, setLoaded] = useState<{ Dialog: ComponentType } | null>(null);
  const { isOpen } = stepUp;
  const isMissing = isOpen && !loaded;
  useEffect(() => {
    if (!isMissing) return;
    // Pages of orders have no texts of account pages.
    Promise.all([import('./StepUpDialog.tsx'), locale.use(locale.code, 'account')]).then(
      ([{ StepUpDialog }]) => setLoaded({ Dialog: StepUpDialog }),
      () => {
        stepUp.finish(false);
        notifications.show({ kind: 'error', message: 'error.partNotLoaded' });
        void updates.check();
      },
    );
  }, [isMissing, locale, notifications, stepUp, updates]);
  useEffect(() => () => stepUp.finish(false), [stepUp]);
  return isOpen && loaded ? <loaded.Dialog /> : null;
});
