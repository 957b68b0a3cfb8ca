import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ConsoleOutput } from '../../../contract/console/routes.ts';
import { Link } from '../../../renderer/components/buttons/Link.tsx';
import { DefinitionList, type Definition } from '../../../renderer/components/data/DefinitionList.tsx';
import { Notice } from '../../../renderer/components/feedback/Notice.tsx';
import type { MessageId } from '../../../renderer/i18n/messages.ts';
import { ActButtons } from '../../acts/ActButtons.tsx';
import { kindHelp, reasonText } from '../../acts/actTexts.ts';
import { At, Code, CustomerLink, Money, State } from '../../parts/cells.tsx';
import { Ledger } from '../../parts/Ledger.tsx';
import list from '../../parts/list.module.css';
import { Notes } from '../../parts/Notes.tsx';
import { PaymentTable } from '../../parts/PaymentTable.tsx';
import { Since } from '../../parts/Since.tsx';
import { useCoins } from '../../parts/useCoins.ts';
import { Deposits } from './Deposits.tsx';
import { Timeline } from './Timeline.tsx';

type Order = ConsoleOutput<'order'>;

/** One order: why it waits, what can be done, and everything that the host knows of it. */
export const OrderDetails = observer(({ order }: { order: Order }) => {
  const intl = useIntl();
  const { coinText } = useCoins();
  const { orderId, claimedAmount, instrumentFrom, amountToGet, instrumentTo, waiting, acts } = order;
  return (
    <div className={list['details']} data-open>
      <div className={list['detailsHead']}>
        <Code text={orderId} />
        <h2>
          {coinText(claimedAmount, instrumentFrom)} → {coinText(amountToGet, instrumentTo)}
        </h2>
        <State state={order.status} />
      </div>
      {waiting.map(({ kind, reason, since }) => (
        <Notice
          key={kind + since}
          kind="warning"
          title={
            <>
              {reason === null ? kindHelp(intl, kind) : reasonText(intl, reason)}, <Since at={since} />
            </>
          }
        />
      ))}
      <ActButtons offers={acts} about={orderId} isPrimary />
      <div className={list['twoColumns']}>
        <div>
          <Facts order={order} />
          <Notes notes={order.notes} />
        </div>
        <div>
          <Timeline events={order.events} />
          <Mails mails={order.mails} />
        </div>
      </div>
      <Section title="console.deposits">
        <Deposits deposits={order.deposits} />
      </Section>
      <Section title="console.payments">
        <PaymentTable caption={intl.formatMessage({ id: 'console.payments' })} payments={order.sends} />
      </Section>
      <Ledger entries={order.ledger} />
    </div>
  );
});

function Section({ title, children }: { title: MessageId; children: ReactNode }) {
  return (
    <section>
      <h3>
        <FormattedMessage id={title} />
      </h3>
      {children}
    </section>
  );
}

const Facts = observer(({ order }: { order: Order }) => {
  const { number } = useCoins();
  const { customerId, email, instrumentFrom, instrumentTo, settlement, reserved } = order;
  const line = (id: MessageId, detail: ReactNode): Definition => ({ id, term: <FormattedMessage id={id} />, detail });
  const address = (text: string, memo: string | null): ReactNode => (
    <span className="mono">
      {text}
      {memo !== null && ` · ${memo}`}
    </span>
  );
  return (
    <DefinitionList
      items={[
        line(
          'console.customer',
          <>
            {customerId === null ? <FormattedMessage id="console.guest" /> : <CustomerLink customerId={customerId} />}
            {email !== null && ` · ${email}`}
          </>,
        ),
        line('console.deposits.to', address(order.depositAddress, order.depositMemo)),
        line('console.field.address', address(order.destinationAddress, order.destinationMemo)),
        line('console.refundTo', order.refundAddress === null ? '–' : address(order.refundAddress, order.refundMemo)),
        line(
          'console.price',
          `${number(settlement?.price ?? order.price)} (${number(settlement?.marketPrice ?? order.marketPrice)})`,
        ),
        line('console.fee', <Money amount={settlement?.platformFee ?? order.platformFee} slug={instrumentTo} />),
        line('console.networkFee', <Money amount={settlement?.networkFee ?? order.networkFee} slug={instrumentTo} />),
        ...(reserved ? [line('console.column.reserved', <Money amount={reserved.amount} slug={reserved.instrument} />)] : []),
        ...(order.decisionDeadline === null ? [] : [line('console.deadline', <At time={order.decisionDeadline} />)]),
        ...order.claims.map(({ transfer, state, at }) => ({
          id: transfer,
          term: <FormattedMessage id="console.kind.CLAIM" />,
          detail: (
            <>
              <Code text={transfer} /> <State state={state} detail={<At time={at} />} />
            </>
          ),
        })),
        ...order.laterOrders.map((later) => ({
          id: later,
          term: <FormattedMessage id="console.laterOrder" />,
          detail: (
            <Link href={`/orders/${later}`}>
              <Code text={later} />
            </Link>
          ),
        })),
        line('console.sent', <Money amount={order.claimedAmount} slug={instrumentFrom} />),
      ]}
    />
  );
});

function Mails({ mails }: { mails: Order['mails'] }) {
  return (
    <>
      <h3>
        <FormattedMessage id="console.mails" />
      </h3>
      {mails.length === 0 ? (
        <p className="hint">
          <FormattedMessage id="console.none" />
        </p>
      ) : (
        <DefinitionList
          items={mails.map(({ kind, state, at }) => ({
            id: kind + at,
            term: kind,
            detail: (
              <>
                {state} · <At time={at} />
              </>
            ),
          }))}
        />
      )}
    </>
  );
}
