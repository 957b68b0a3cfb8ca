import { reaction } from 'mobx';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { orderGroup } from '../../stores/order/orderGroup.ts';
import { useStores } from '../../StoresContext.tsx';

/** Returns the path of the form that the draft came from. */
export function useReturnPath(): string {
  const { orderCreation, locale } = useStores(orderGroup);
  const { draft } = orderCreation;
  if (!draft) return locale.path('/');
  const { instrumentFrom, instrumentTo } = draft.pair;
  return locale.path(`/exchange-${instrumentFrom.slug}-${instrumentTo.slug}?amount=${draft.payload.claimedDepositAmount}`);
}

/** Returns to the form for a refusal that the form shows: a changed rate (D4), a wrong field, or a limit. */
export function useReturnToForm(): void {
  const stores = useStores(orderGroup);
  const navigate = useNavigate();
  const path = useReturnPath();
  useEffect(
    () =>
      reaction(
        () => stores.orderCreation.refusal,
        (refusal) => {
          if (!refusal || refusal.kind === 'retry' || refusal.kind === 'refused') return;
          const { pair: before, payload } = stores.orderCreation.draft ?? {};
          stores.orderCreation.abandon();
          void Promise.resolve(navigate(path, { replace: true })).then(async () => {
            if (refusal.kind === 'form' || refusal.kind === 'fixedLimit')
              stores.notifications.show({ kind: 'error', message: refusal.message });
            // The form has loaded this code.
            const { exchangeGroup } = await import('../../stores/exchange/exchangeGroup.ts');
            const { exchange, submission } = exchangeGroup(stores);
            if (refusal.kind === 'fixedLimit') exchange.limitFixed(refusal.most);
            if (refusal.kind === 'field') submission.reject(refusal.field, refusal.message);
            if (refusal.kind === 'rateChanged' && before) {
              const { kind: _, pair: now, ...why } = refusal;
              submission.rateChanged({ before, now, ...why, ...(payload?.fiat && { purchase: payload.fiat }) });
            }
            if (refusal.kind === 'verify') {
              const { fiatGroup } = await import('../../stores/fiat/fiatGroup.ts');
              void fiatGroup(stores).verification.run();
            }
          });
        },
        { fireImmediately: true },
      ),
    [stores, navigate, path],
  );
}
