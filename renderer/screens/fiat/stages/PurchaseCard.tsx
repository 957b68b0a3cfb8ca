import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { CheckIcon } from '../../../components/icons/icons.tsx';
import { Spinner } from '../../../components/icons/Spinner.tsx';
import { Card } from '../../../components/layout/Card.tsx';
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

/** Something that the purchase waits for. */
export function Running({ children }: { children: ReactNode }) {
  return (
    <p className={order['waiting']}>
      <Spinner />
      <span>{children}</span>
    </p>
  );
}

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
