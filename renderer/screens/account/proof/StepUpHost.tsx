import { observer } from 'mobx-react-lite';
import { useEffect, useState, type ComponentType } from 'react';
import { useStores } from '../../../StoresContext.tsx';

/**
 * Renders the confirmation that a call waits for, above any other dialog. Its code loads on first use. A customer who leaves the
 * page cancels the confirmation.
 */
export const StepUpHost = observer(() => {
  const { stepUp } = useStores();
  const [loaded, setLoaded] = useState<{ Dialog: ComponentType } | null>(null);
  const { isOpen } = stepUp;
  const isMissing = isOpen && !loaded;
  useEffect(() => {
    if (!isMissing) return;
    import('./StepUpDialog.tsx').then(
      ({ StepUpDialog }) => setLoaded({ Dialog: StepUpDialog }),
      () => stepUp.finish(false),
    );
  }, [isMissing, stepUp]);
  useEffect(() => () => stepUp.finish(false), [stepUp]);
  return isOpen && loaded ? <loaded.Dialog /> : null;
});
