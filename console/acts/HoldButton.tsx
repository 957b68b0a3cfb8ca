import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../renderer/components/buttons/Button.tsx';
import { useStores } from '../../renderer/StoresContext.tsx';
import { consoleGroup } from '../stores/consoleGroup.ts';
import { ACT_KEYS } from './actKeys.ts';

/** Plans to hold the payouts that were priced between two times. */
export const HoldButton = observer(() => {
  const { acts } = useStores(consoleGroup);
  const about = useIntl().formatMessage({ id: 'console.pricedBetween' });
  return (
    <Button
      size="small"
      data-key={ACT_KEYS['hold']}
      onClick={() => acts.open({ act: 'hold', input: {}, asks: ['from', 'to'], about })}
    >
      <FormattedMessage id="console.act.hold" />
    </Button>
  );
});
