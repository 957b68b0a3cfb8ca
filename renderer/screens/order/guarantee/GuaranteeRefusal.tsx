import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Order } from '../../../../contract/api/orders.ts';
import type { GuaranteeDifference, GuaranteeField } from '../../../../contract/signedDocuments/guarantee.ts';
import { Card } from '../../../components/layout/Card.tsx';
import { DefinitionList } from '../../../components/data/DefinitionList.tsx';
import { LinkButton } from '../../../components/buttons/LinkButton.tsx';
import { Notice } from '../../../components/feedback/Notice.tsx';
import type { GuaranteeProblem } from '../../../stores/order/GuaranteeStore.ts';
import { orderGroup } from '../../../stores/order/orderGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { shortened } from '../../../../contract/shortened.ts';
import styles from '../order.module.css';

const WHY = {
  missing: 'guarantee.refused.missing',
  signature: 'guarantee.refused.signature',
  different: 'guarantee.refused.different',
} as const satisfies Record<GuaranteeProblem, string>;

/**
 * Replaces the amount and address to send when the exchange did not sign them. Nothing can be copied, and addresses are
 * shortened.
 */
export const GuaranteeRefusal = observer(({ order }: { order: Order }) => {
  const { formatMessage } = useIntl();
  const { guarantee, locale } = useStores(orderGroup);
  // A missing guarantee is no risk after the deposit.
  if (guarantee.problem === null || (guarantee.problem === 'missing' && !guarantee.isSendingRefused)) return null;
  // Compare only with a document whose signature is valid.
  const differences = guarantee.problem === 'different' ? guarantee.differences : [];
  return (
    <Card className={styles['stage']} aria-label={formatMessage({ id: 'guarantee.refused.title' })}>
      <Notice
        kind="danger"
        role="alert"
        title={<FormattedMessage id={guarantee.isSendingRefused ? 'guarantee.refused.title' : 'guarantee.refused.late'} />}
      >
        <p>
          <FormattedMessage id={WHY[guarantee.problem]} />
        </p>
      </Notice>
      {differences.length > 0 && (
        <DefinitionList
          items={differences.map((difference) => ({
            id: difference.field,
            term: formatMessage({ id: `guarantee.field.${difference.field}` }),
            detail: <Difference difference={difference} />,
            tone: 'bad',
          }))}
        />
      )}
      <p className={styles['lead']}>
        <FormattedMessage id="guarantee.refused.next" />
      </p>
      <div className={styles['ways']}>
        <LinkButton variant="primary" href={locale.path(`/support?order=${order.orderId}`)}>
          <FormattedMessage id="guarantee.refused.support" />
        </LinkButton>
      </div>
    </Card>
  );
});

/** Fields that may contain an address. An attacker can also write one into a forged network name. */
const SHORTENED: readonly GuaranteeField[] = ['depositAddress', 'destinationAddress', 'instrumentFrom', 'instrumentTo'];

function Difference({ difference: { field, signed, shown } }: { difference: GuaranteeDifference }) {
  const { formatMessage } = useIntl();
  const text = (value: string | null) => {
    if (value === null) return formatMessage({ id: 'guarantee.refused.none' });
    return SHORTENED.includes(field) ? shortened(value) : value;
  };
  if (field === 'orderToken') return <FormattedMessage id="guarantee.refused.otherToken" />;
  if (field === 'refundAddress') {
    if (shown === null) return <FormattedMessage id="guarantee.refused.notAsked" />;
    return <FormattedMessage id="guarantee.refused.notSigned" values={{ shown: shortened(shown) }} />;
  }
  return (
    <>
      <FormattedMessage id="guarantee.refused.signed" values={{ value: text(signed) }} />
      <br />
      <FormattedMessage id="guarantee.refused.given" values={{ value: text(shown) }} />
    </>
  );
}
