import { useNavigate } from 'react-router-dom';
import type { SubmitOutcome } from '../../stores/exchange/SubmissionStore.ts';
import { useStores } from '../../StoresContext.tsx';

/** Wraps what may begin an order: when it has, the page that makes it is shown. */
export function useSubmit(): (submission: Promise<SubmitOutcome>) => Promise<SubmitOutcome> {
  const { locale } = useStores();
  const navigate = useNavigate();
  return async (submission) => {
    const outcome = await submission;
    if (outcome === 'begun') await navigate(locale.path('/order/pending'));
    return outcome;
  };
}
