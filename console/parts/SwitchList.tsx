import { observer } from 'mobx-react-lite';
import { useIntl } from 'react-intl';
import type { ConsoleOutput } from '../../contract/console/routes.ts';
import { Notice } from '../../renderer/components/feedback/Notice.tsx';
import { stateName } from '../acts/actTexts.ts';
import { At } from './cells.tsx';

/** What operators closed, each with who closed it, since when and why. */
export const SwitchList = observer(({ switches }: { switches: ConsoleOutput<'pulse'>['switches'] }) => {
  const intl = useIntl();
  return switches.map(({ closes, target, slug, reason, setBy, setAt }) => (
    <Notice key={closes + target + slug} kind="warning" title={`${stateName(intl, closes)}: ${slug || stateName(intl, target)}`}>
      {setBy}, <At time={setAt} />
      {reason !== null && `: ${reason}`}
    </Notice>
  ));
});
