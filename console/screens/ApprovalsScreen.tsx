import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../renderer/components/buttons/Button.tsx';
import { useStores } from '../../renderer/StoresContext.tsx';
import { actName, stateName } from '../acts/actTexts.ts';
import { EffectView } from '../acts/EffectView.tsx';
import { At, Small } from '../parts/cells.tsx';
import list from '../parts/list.module.css';
import { useColumns } from '../parts/ListTable.tsx';
import { PanelTable } from '../parts/PanelTable.tsx';
import { Title } from '../parts/Title.tsx';
import { usePanel } from '../parts/usePanel.ts';
import type { Approval } from '../stores/ActStore.ts';
import { consoleGroup } from '../stores/consoleGroup.ts';

/** What waits for a second operator, and what became of the requests of the last days. */
export const Screen = observer(() => {
  const intl = useIntl();
  const { acts } = useStores(consoleGroup);
  const column = useColumns();
  const panel = usePanel('approvals', {}, { list: 'approvals' });
  const decide = (approval: Approval): void =>
    acts.open({
      act: approval.act,
      input: approval.details?.input ?? {},
      approval,
      ...(approval.details && { about: approval.details.subject }),
    });
  const what = column<Approval>('what', (approval) => (
    <>
      <b>{actName(intl, approval.act)}</b>
      <Small>{approval.details?.subject}</Small>
    </>
  ));
  const asked = column<Approval>('asked', ({ requestedBy, requestedAt, details }) => (
    <>
      {details?.reason}
      <Small>
        <FormattedMessage id="console.customerNumber" values={{ number: String(requestedBy) }} /> · <At time={requestedAt} />
      </Small>
    </>
  ));
  return (
    <>
      <Title id="console.approvals" />
      <PanelTable
        panel={panel}
        title={intl.formatMessage({ id: 'console.waitsForSecond' })}
        hint={<FormattedMessage id="console.approvalsHelp" />}
        rows={({ open }) => open}
        rowKey={({ approvalId }) => approvalId}
        columns={[
          what,
          column<Approval>('effect', ({ details }) => details && <EffectView effect={details.effect} />),
          asked,
          column<Approval>('until', ({ expiresAt }) => <At time={expiresAt} />, 'end'),
          column<Approval>(
            'acts',
            (approval) =>
              (approval.mayApprove || approval.isOwn) && (
                <Button
                  size="small"
                  variant={approval.mayApprove ? 'primary' : 'quiet'}
                  data-row
                  onClick={() => decide(approval)}
                >
                  <FormattedMessage id={approval.isOwn ? 'console.takeBack' : 'console.decideNow'} />
                </Button>
              ),
            'end',
          ),
        ]}
      />
      <PanelTable
        panel={panel}
        title={intl.formatMessage({ id: 'console.ended' })}
        rows={({ ended }) => ended}
        rowKey={({ approvalId }) => approvalId}
        columns={[
          what,
          asked,
          column<Approval>('state', ({ state, details }) => (
            <>
              <span className={`${list['tag']} ${state === 'APPROVED' ? list['new'] : ''}`}>{stateName(intl, state)}</span>
              <Small>{details?.decision}</Small>
            </>
          )),
          column<Approval>(
            'decided',
            ({ decidedAt, decidedBy }) => (
              <>
                <At time={decidedAt} />
                {decidedBy !== null && (
                  <Small>
                    <FormattedMessage id="console.customerNumber" values={{ number: String(decidedBy) }} />
                  </Small>
                )}
              </>
            ),
            'end',
          ),
        ]}
      />
    </>
  );
});
