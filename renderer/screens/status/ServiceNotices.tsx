import { observer } from 'mobx-react-lite';
import type { Instrument } from '../../../contract/api/instruments.ts';
import { Notice } from '../../components/feedback/Notice.tsx';
import { useStores } from '../../StoresContext.tsx';

interface ServiceNoticesProps {
  /** Those of a form or an order: only what concerns them, their networks or everything is shown; missing: all */
  instruments?: readonly (Instrument | null)[];
}

/** What the operators tell customers. It closes nothing. */
export const ServiceNotices = observer(({ instruments }: ServiceNoticesProps) => {
  const { health, locale } = useStores();
  const about = instruments?.flatMap((one) => [`instrument:${one?.slug}`, `network:${one?.network?.slug}`]).concat('everything');
  const shown = health.notices.filter(({ concerns }) => about?.includes(concerns) ?? true);
  return (
    shown.length > 0 && (
      <Notice kind="warning" role="status">
        {shown.map(({ concerns, texts }) => (
          <p key={concerns}>{texts[locale.code]}</p>
        ))}
      </Notice>
    )
  );
});
