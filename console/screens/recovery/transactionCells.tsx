import { FormattedMessage, useIntl } from 'react-intl';
import type { ConsoleOutput } from '../../../contract/console/routes.ts';
import { StatusChip } from '../../../renderer/components/feedback/StatusChip.tsx';
import { stateName } from '../../acts/actTexts.ts';
import { Code, Money } from '../../parts/cells.tsx';

export type Recovery = NonNullable<ConsoleOutput<'recovery'>['recovery']>;
export type Transaction = Recovery['transactions'][number];

/** What a transaction moved; what a failed one cost. */
export function Moved({ transfers, fee }: Pick<Transaction, 'transfers' | 'fee'>) {
  if (transfers.length > 0) {
    return transfers.map(({ amount, instrument }, index) => (
      <div key={String(index)}>
        <Money amount={amount} slug={instrument} />
      </div>
    ));
  }
  return (
    <span>
      <FormattedMessage id="console.nothingMoved" values={{ fee: <Money amount={fee.amount} slug={fee.instrument} /> }} />
    </span>
  );
}

/** The payments that it made, or how many it may have made. */
export function BelongsTo({ transfers, explanation, payments, orders }: Transaction) {
  const sendIds = transfers.flatMap(({ sendId }) => sendId ?? []);
  if (explanation !== null && sendIds.length === 0) return '–';
  if (explanation !== null) {
    return sendIds.map((sendId) => (
      <div key={sendId}>
        <Code text={sendId} />
      </div>
    ));
  }
  return <FormattedMessage id="console.mayBe" values={{ count: payments.length + orders.length }} />;
}

export function Explanation({ explanation, payments, orders }: Transaction) {
  const intl = useIntl();
  if (explanation !== null) return <StatusChip tone="done">{stateName(intl, explanation)}</StatusChip>;
  const isChoice = payments.length + orders.length > 0;
  return (
    <StatusChip tone="urgent">
      <FormattedMessage id={isChoice ? 'console.toChoose' : 'console.unexplained'} />
    </StatusChip>
  );
}
