import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import type { ConsoleOutput } from '../../contract/console/routes.ts';
import { At } from './cells.tsx';
import list from './list.module.css';

/** What operators wrote for each other, oldest first. */
export const Notes = observer(({ notes }: { notes: ConsoleOutput<'order'>['notes'] }) => (
  <>
    <h3>
      <FormattedMessage id="console.notes" />
    </h3>
    {notes.length === 0 ? (
      <p className="hint">
        <FormattedMessage id="console.none" />
      </p>
    ) : (
      <ul className={list['notes']}>
        {notes.map(({ by, at, text }) => (
          <li key={at + by}>
            {text}
            <span className={list['small']}>
              {by} · <At time={at} />
            </span>
          </li>
        ))}
      </ul>
    )}
  </>
));
