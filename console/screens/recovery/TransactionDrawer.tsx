import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from '../../../renderer/components/buttons/Link.tsx';
import { DefinitionList } from '../../../renderer/components/data/DefinitionList.tsx';
import { ActButtons } from '../../acts/ActButtons.tsx';
import { fieldName } from '../../acts/actTexts.ts';
import { At, Code, Money } from '../../parts/cells.tsx';
import { Drawer } from '../../parts/Drawer.tsx';
import list from '../../parts/list.module.css';
import { Explanation, Moved, type Transaction } from './transactionCells.tsx';

/** A transaction of the list: what it moved, what it may have paid, and what an operator can say of it. */
export const TransactionDrawer = observer(({ transaction, closeTo }: { transaction: Transaction; closeTo: string }) => {
  const intl = useIntl();
  const { position, txHash, explorerUrl, transfers, fee, explanation, explainedBy, explainedAt } = transaction;
  const number = intl.formatMessage({ id: 'console.numbered' }, { position: String(position) });
  const term = (name: string) => ({ id: name, term: fieldName(intl, name) });
  return (
    <Drawer over={number} title={<Moved {...transaction} />} label={number} closeTo={closeTo}>
      <DefinitionList
        items={[
          { ...term('txHash'), detail: <Code text={txHash} href={explorerUrl} /> },
          ...transfers.flatMap(({ address, memo, sendId }, index) => [
            { ...term('address'), id: `address ${index}`, detail: <span className={`mono ${list['whole']}`}>{address}</span> },
            ...(memo === null ? [] : [{ ...term('memo'), id: `memo ${index}`, detail: <span className="mono">{memo}</span> }]),
            ...(sendId === null ? [] : [{ ...term('sendId'), id: `send ${index}`, detail: <Code text={sendId} /> }]),
          ]),
          { ...term('fee'), detail: <Money amount={fee.amount} slug={fee.instrument} /> },
          { ...term('explanation'), detail: <Explanation {...transaction} /> },
          ...(explainedAt === null
            ? []
            : [
                {
                  ...term('explainedBy'),
                  detail: (
                    <>
                      {explainedBy ?? <FormattedMessage id="console.theHost" />} · <At time={explainedAt} />
                    </>
                  ),
                },
              ]),
        ]}
      />
      {explanation === null && <Choices transaction={transaction} about={number} />}
    </Drawer>
  );
});

const Choices = observer(({ transaction, about }: { transaction: Transaction; about: string }) => {
  const { payments, orders, acts } = transaction;
  return (
    <>
      <h3>
        <FormattedMessage id="console.whatWasIt" />
      </h3>
      <p>
        <FormattedMessage id="console.mayHavePaid" values={{ count: payments.length + orders.length }} />
      </p>
      <ul className={list['notes']}>
        {payments.map((sendId, index) => (
          <li key={sendId}>
            <p className={`mono ${list['whole']}`}>{sendId}</p>
            <ActButtons offers={acts.filter(({ input }) => input['sendId'] === sendId)} about={sendId} isPrimary={index === 0} />
          </li>
        ))}
        {orders.map((orderId) => (
          <li key={orderId}>
            <Link href={`/orders/${orderId}`}>
              <Code text={orderId} />
            </Link>
            <p className="hint">
              <FormattedMessage id="console.awaitPayment" />
            </p>
          </li>
        ))}
      </ul>
      <p className="hint">
        <FormattedMessage id="console.explainHelp" />
      </p>
      <ActButtons offers={acts.filter(({ act }) => act === 'explain')} about={about} isPrimary={payments.length === 0} />
    </>
  );
});
