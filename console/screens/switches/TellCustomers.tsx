import { observer } from 'mobx-react-lite';
import { useIntl } from 'react-intl';
import { Button } from '../../../renderer/components/buttons/Button.tsx';
import { useStores } from '../../../renderer/StoresContext.tsx';
import { actName } from '../../acts/actTexts.ts';
import { consoleGroup } from '../../stores/consoleGroup.ts';

interface TellCustomersProps {
  target: 'everything' | 'network' | 'instrument';
  slug?: string;
  /** The name of the network or coin */
  about?: string;
}

/** Opens the dialog that writes a notice. */
export const TellCustomers = observer(({ target, slug, about }: TellCustomersProps) => {
  const intl = useIntl();
  const { acts } = useStores(consoleGroup);
  return (
    <Button
      size="small"
      onClick={() =>
        acts.open({
          act: 'notice',
          input: { target, ...(slug !== undefined && { slug }) },
          asks: ['en', 'ru', 'until'],
          about: about ?? intl.formatMessage({ id: 'console.everywhere' }),
        })
      }
    >
      {actName(intl, 'notice')}
    </Button>
  );
});
