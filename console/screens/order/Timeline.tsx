import { FormattedMessage, useIntl } from 'react-intl';
import type { ConsoleOutput } from '../../../contract/console/routes.ts';
import { eventName } from '../../acts/actTexts.ts';
import { At } from '../../parts/cells.tsx';
import list from '../../parts/list.module.css';

/** What happened to an order, newest first. */
export function Timeline({ events }: Pick<ConsoleOutput<'order'>, 'events'>) {
  const intl = useIntl();
  return (
    <>
      <h3>
        <FormattedMessage id="console.timeline" />
      </h3>
      <ol className={list['timeline']}>
        {events.toReversed().map(({ kind, at }) => (
          <li key={kind + at}>
            <span>{eventName(intl, kind)}</span>
            <At time={at} />
          </li>
        ))}
      </ol>
    </>
  );
}
