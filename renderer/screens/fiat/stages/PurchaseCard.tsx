import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { FiatTerms } from '../../../../contract/api/fiat.ts';
import { CheckIcon } from '../../../components/icons/icons.tsx';
import { Spinner } from '../../../components/icons/Spinner.tsx';
import { Card } from '../../../components/layout/Card.tsx';
import { cardTermsGroup } from '../../../stores/fiat/cardTermsGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { useDuration } from '../../coins/useDuration.ts';
import order from '../../order/order.module.css';
import { useFiatTexts } from '../useFiatTexts.ts';
import type { PurchaseStepProps } from './purchaseStep.ts';

/** The card of a stage. */
export function PurchaseCard({ children }: { children: ReactNode }) {
  const { formatMessage } = useIntl();
  return (
    <Card className={order['stage']} aria-label={formatMessage({ id: 'fiat.now' })}>
      {children}
    </Card>
  );
}

/** Something that has happened. */
export function Done({ children }: { children: ReactNode }) {
  return (
    <p className={order['good']}>
      <CheckIcon />
      <span>{children}</span>
    </p>
  );
}

/** The money was taken. */
export function PaidLine({ fiat }: Pick<PurchaseStepProps, 'fiat'>) {
  const { exact } = useFiatTexts();
  return (
    <Done>
      <FormattedMessage id="fiat.paid" values={{ amount: exact(fiat.amount, fiat.currency), card: fiat.cardEnding ?? 'none' }} />
    </Done>
  );
}

interface RunningProps {
  /** Whose usual time it has */
  step: keyof NonNullable<FiatTerms['usual']>;
  children: ReactNode;
}

/** Something that the purchase waits for, and how long that usually takes. */
export const Running = observer(({ step, children }: RunningProps) => {
  const { cardTerms } = useStores(cardTermsGroup);
  const duration = useDuration();
  const seconds = cardTerms.terms?.usual?.[step] ?? null;
  return (
    <p className={order['waiting']}>
      <Spinner />
      <span>
        {children}
        {seconds !== null && (
          <>
            {' '}
            <FormattedMessage id="fiat.usual" values={{ time: duration(seconds) }} />
          </>
        )}
      </span>
    </p>
  );
});

/** Nothing is left to do for the customer. */
export function MayClose() {
  return (
    <p className={order['note']}>
      <span>
        <FormattedMessage id="fiat.mayClose" />
      </span>
    </p>
  );
}
