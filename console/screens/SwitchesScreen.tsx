import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useSearchParams } from 'react-router-dom';
import { sum } from '../../contract/money.ts';
import type { ConsoleOutput } from '../../contract/console/routes.ts';
import { Button } from '../../renderer/components/buttons/Button.tsx';
import { StatusChip } from '../../renderer/components/feedback/StatusChip.tsx';
import { Notice } from '../../renderer/components/feedback/Notice.tsx';
import { TextInput } from '../../renderer/components/fields/TextInput.tsx';
import { useStores } from '../../renderer/StoresContext.tsx';
import { HoldButton } from '../acts/HoldButton.tsx';
import { actName, kindName, reasonText, stateName } from '../acts/actTexts.ts';
import { At, Coin, Small, Usd } from '../parts/cells.tsx';
import list from '../parts/list.module.css';
import { ListTable, useColumns } from '../parts/ListTable.tsx';
import { Panel } from '../parts/Panel.tsx';
import { PanelTable } from '../parts/PanelTable.tsx';
import { Title } from '../parts/Title.tsx';
import { useCoins } from '../parts/useCoins.ts';
import { usePanel } from '../parts/usePanel.ts';
import type { ActRequest } from '../stores/ActStore.ts';
import type { PanelStore } from '../stores/PanelStore.ts';
import { consoleGroup } from '../stores/consoleGroup.ts';
import { Notices } from './switches/Notices.tsx';
import { StopAll } from './switches/StopAll.tsx';
import { TellCustomers } from './switches/TellCustomers.tsx';

type Switches = ConsoleOutput<'switches'>;
type Switch = Switches['switches'][number];
type Instrument = Switches['instruments'][number];

/** The most coins that are listed at once: there are hundreds. */
const MOST_COINS = 50;

/** What operators closed and stopped, and the switches themselves. */
export const Screen = observer(() => {
  const panel = usePanel('switches', {}, { list: 'switches' });
  return (
    <>
      <Title id="console.switches" />
      <Payouts panel={panel} />
      <Notices panel={panel} />
      <Closed panel={panel} />
      <Coins panel={panel} />
    </>
  );
});

interface PartProps {
  panel: PanelStore<'switches'>;
}

interface NetworkPayouts {
  network: string;
  count: number;
  usd: string;
  onItsWay: number;
  kinds: string;
  stop: Switch | undefined;
}

/** Payouts, refunds and withdrawals by network: what a stop keeps back, and what it can't. */
const Payouts = observer(({ panel }: PartProps) => {
  const intl = useIntl();
  const { acts, watch } = useStores(consoleGroup);
  const column = useColumns();
  const { networkTitle } = useCoins();
  const rowsOf = ({ payouts, switches }: Switches): NetworkPayouts[] =>
    [...new Set(payouts.map(({ network }) => network))].map((network) => {
      const own = payouts.filter((one) => one.network === network);
      return {
        network,
        count: own.reduce((total, { count }) => total + count, 0),
        usd: sum(own.map(({ usdValue }) => usdValue)),
        onItsWay: own.reduce((total, { onItsWay }) => total + onItsWay, 0),
        kinds: [...new Set(own.map(({ kind }) => kindName(intl, kind)))].join(', '),
        stop: switches.find(({ closes, target, slug }) => closes === 'PAYOUTS' && target === 'NETWORK' && slug === network),
      };
    });
  const toggle = ({ network, stop }: NetworkPayouts): void =>
    acts.open(
      stop
        ? { act: 'resume-payouts', input: { target: 'network', slug: network }, about: network }
        : { act: 'stop-payouts', input: { target: 'network', slug: network }, asks: ['reason'], about: network },
    );
  return (
    <Panel
      panel={panel}
      title={intl.formatMessage({ id: 'console.payoutsOut' })}
      hint={<FormattedMessage id="console.payoutsOutHelp" />}
      aside={
        watch.may('switches') && (
          <>
            <HoldButton />
            <StopAll switches={watch.pulse?.switches ?? []} />
          </>
        )
      }
    >
      {(data) => (
        <ListTable
          caption={intl.formatMessage({ id: 'console.payoutsOut' })}
          rows={rowsOf(data)}
          rowKey={({ network }) => network}
          empty={<FormattedMessage id="console.noPayouts" />}
          columns={[
            column<NetworkPayouts>('network', ({ network, kinds }) => (
              <>
                <b>{networkTitle(network)}</b>
                <Small>{kinds}</Small>
              </>
            )),
            column<NetworkPayouts>('waiting', ({ count }) => count, 'end'),
            column<NetworkPayouts>('usd', ({ usd }) => <Usd amount={usd} />, 'end'),
            column<NetworkPayouts>('onItsWay', ({ onItsWay }) => onItsWay, 'end'),
            column<NetworkPayouts>('state', ({ stop }) =>
              stop ? (
                <StatusChip tone="urgent" detail={`${stop.setBy}: ${stop.reason ?? '–'}`}>
                  <FormattedMessage id="console.isStopped" />
                </StatusChip>
              ) : (
                <StatusChip tone="done">
                  <FormattedMessage id="console.sending" />
                </StatusChip>
              ),
            ),
            column<NetworkPayouts>(
              'acts',
              (row) =>
                watch.may('switches') && (
                  <span className={`${list['row']} ${list['rowEnd']}`}>
                    <Button size="small" data-row onClick={() => toggle(row)}>
                      <FormattedMessage id={row.stop ? 'console.act.resume-payouts' : 'console.act.stop-payouts'} />
                    </Button>
                    <TellCustomers target="network" slug={row.network} about={networkTitle(row.network)} />
                  </span>
                ),
              'end',
            ),
          ]}
        />
      )}
    </Panel>
  );
});

/** Every switch that is set, with the act that removes it; and what the emergency file of this host closes. */
const Closed = observer(({ panel }: PartProps) => {
  const intl = useIntl();
  const { acts, watch } = useStores(consoleGroup);
  const column = useColumns();
  const opening = ({ closes, target, slug }: Switch): ActRequest => {
    const about = slug || stateName(intl, target);
    if (target === 'CUSTOMER') return { act: 'unfreeze', input: { userId: Number(slug) }, about };
    const isAll = target === 'EVERYTHING';
    if (closes === 'PAYOUTS') return { act: 'resume-payouts', input: isAll ? {} : { target: target.toLowerCase(), slug }, about };
    const place = isAll ? { target: 'everything' } : { target: target.toLowerCase(), slug };
    return { act: 'resume', input: { ...place, side: closes.toLowerCase() }, about };
  };
  return (
    <Panel panel={panel} title={intl.formatMessage({ id: 'console.closed' })}>
      {({ switches, file }) => (
        <>
          {file.length > 0 && (
            <div className={list['notices']}>
              {file.map(({ text, expiresAt, isExpired }) => (
                <Notice
                  key={text}
                  kind={isExpired ? 'information' : 'warning'}
                  title={<FormattedMessage id="console.closedByFile" />}
                >
                  {text}, <At time={expiresAt} />
                </Notice>
              ))}
            </div>
          )}
          <ListTable
            caption={intl.formatMessage({ id: 'console.closed' })}
            rows={switches}
            rowKey={({ closes, target, slug }) => closes + target + slug}
            empty={<FormattedMessage id="console.none" />}
            columns={[
              column<Switch>('what', ({ closes, target, slug }) => (
                <>
                  <b>{slug || stateName(intl, target)}</b>
                  <Small>{stateName(intl, closes)}</Small>
                </>
              )),
              column<Switch>('reason', ({ reason }) => (reason === null ? '–' : reasonText(intl, reason))),
              column<Switch>('who', ({ setBy }) => setBy),
              column<Switch>('since', ({ setAt }) => <At time={setAt} />, 'end'),
              column<Switch>(
                'acts',
                (one) =>
                  watch.may('switches') && (
                    <Button size="small" data-row onClick={() => acts.open(opening(one))}>
                      {actName(intl, opening(one).act)}
                    </Button>
                  ),
                'end',
              ),
            ]}
          />
        </>
      )}
    </Panel>
  );
});

/** The coins: closed ones first, others by search. */
const Coins = observer(({ panel }: PartProps) => {
  const intl = useIntl();
  const { acts, watch } = useStores(consoleGroup);
  const column = useColumns();
  const [parameters] = useSearchParams();
  const [search, setSearch] = useState(parameters.get('find') ?? '');
  const wanted = search.trim().toLowerCase();
  const isClosed = ({ send, receive }: Instrument): boolean => send !== null || receive !== null;
  const shownOf = (all: readonly Instrument[]): Instrument[] =>
    all
      .filter((one) => (wanted === '' ? isClosed(one) : one.instrument.includes(wanted) || one.network.includes(wanted)))
      .slice(0, MOST_COINS);
  const side = (reason: string | null) => (
    <StatusChip tone={reason === null ? 'good' : 'urgent'}>
      {reason === null ? intl.formatMessage({ id: 'console.isOpen' }) : reasonText(intl, reason)}
    </StatusChip>
  );
  return (
    <PanelTable
      panel={panel}
      title={intl.formatMessage({ id: 'console.coins' })}
      hint={<FormattedMessage id="console.coinsHelp" />}
      aside={
        <TextInput
          type="search"
          aria-label={intl.formatMessage({ id: 'console.findCoin' })}
          placeholder={intl.formatMessage({ id: 'console.findCoin' })}
          value={search}
          onChange={setSearch}
          className={list['filter']}
        />
      }
      rows={({ instruments }) => shownOf(instruments)}
      rowKey={({ instrument }) => instrument}
      empty={<FormattedMessage id={wanted === '' ? 'console.noCoinClosed' : 'console.none'} />}
      columns={[
        column<Instrument>('coin', ({ instrument }) => <Coin slug={instrument} />),
        column<Instrument>('send', ({ send }) => side(send)),
        column<Instrument>('receive', ({ receive }) => side(receive)),
        column<Instrument>(
          'acts',
          ({ instrument }) =>
            watch.may('switches') && (
              <span className={`${list['row']} ${list['rowEnd']}`}>
                <Button
                  size="small"
                  data-row
                  onClick={() =>
                    acts.open({
                      act: 'pause',
                      input: { target: 'instrument', slug: instrument },
                      asks: ['side', 'reason'],
                      about: instrument,
                    })
                  }
                >
                  <FormattedMessage id="console.act.pause" />
                </Button>
                <Button
                  size="small"
                  variant="danger"
                  onClick={() =>
                    acts.open({
                      act: 'stop-payouts',
                      input: { target: 'instrument', slug: instrument },
                      asks: ['reason'],
                      about: instrument,
                    })
                  }
                >
                  <FormattedMessage id="console.act.stop-payouts" />
                </Button>
                <TellCustomers target="instrument" slug={instrument} about={instrument} />
              </span>
            ),
          'end',
        ),
      ]}
    />
  );
});
