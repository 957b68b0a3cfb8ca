import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import { isoTime } from '../../../../contract/isoTime.ts';
import { DefinitionList } from '../../../components/data/DefinitionList.tsx';
import { StatusChip } from '../../../components/feedback/StatusChip.tsx';
import { ClockIcon } from '../../../components/icons/pageIcons.tsx';
import { ago } from '../../../i18n/ago.ts';
import { identityGroup } from '../../../stores/identity/IdentityStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import { useDuration } from '../../coins/useDuration.ts';
import { LocalTime } from '../../order/LocalTime.tsx';
import { useNow } from '../../shell/useNow.ts';
import { Verdict } from './Verdict.tsx';

const TICK_MS = 10_000;

/** A reviewer looks at what was sent. */
export const CheckingCard = observer(() => {
  const { identity, session } = useStores(identityGroup);
  const email = session.account?.email;
  const duration = useDuration();
  const now = useNow(TICK_MS);
  const { submittedAt, usualSeconds: seconds } = identity.status ?? {};
  const asked = ago(isoTime(identity.checkedAt), now);
  return (
    <Verdict
      tone="waiting"
      icon={<ClockIcon size="large" />}
      title={<FormattedMessage id="identity.checking.title" />}
      lead={<FormattedMessage id={email ? 'identity.checking.leadMail' : 'identity.checking.lead'} values={{ email }} />}
    >
      <DefinitionList
        items={[
          {
            id: 'what',
            term: <FormattedMessage id="identity.checking.what" />,
            detail: (
              <StatusChip tone="active">
                <FormattedMessage id="identity.checking.state" />
              </StatusChip>
            ),
          },
          ...(submittedAt
            ? [
                {
                  id: 'sent',
                  term: <FormattedMessage id="identity.checking.sent" />,
                  detail: <LocalTime at={submittedAt} format="dateTime" />,
                },
              ]
            : []),
          {
            id: 'usual',
            term: <FormattedMessage id="identity.checking.usual" />,
            detail: seconds ? (
              <FormattedMessage id="identity.checking.within" values={{ time: duration(seconds) }} />
            ) : (
              <FormattedMessage id="identity.checking.notKnown" />
            ),
          },
        ]}
      />
      <p className="hint">
        <FormattedMessage id="identity.checking.asked" values={{ ago: <FormattedMessage {...asked} /> }} />
      </p>
    </Verdict>
  );
});
