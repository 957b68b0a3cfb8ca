import { FormattedMessage, useIntl } from 'react-intl';
import type { ConsoleOutput } from '../../../contract/console/routes.ts';
import { eventName } from '../../acts/actTexts.ts';
import { At } from '../../parts/cells.tsx';
import list from '../../parts/list.module.css';

interface TimelineProps extends Pick<ConsoleOutput<'order'>, 'events'> {
  nameOf?: typeof eventName;
}

/** What happened to an order or a purchase, newest first. */
export function Timeline({ events, nameOf = eventName }: TimelineProps) {
  const intl = useIntl();
  return (
    <>
      <h3>
        <FormattedMessage id="console.timeline" />
      </h3>
      <ol className={list['timeline']}>
        {events.toReversed().map(({ kind, at }) => (
          <li key={kind + at}>
            <span>{nameOf(intl, kind)}</span>
            <At time={at} />
          </li>
        ))}
      </ol>
    </>
  );
}
