import { useIntl } from 'react-intl';
import type { CopyRowProps } from '../../components/data/CopyRow.tsx';

/** Returns the texts of a copy button. Only the label differs between buttons. */
export function useCopyTexts(): (copyLabel: string) => CopyRowProps['text'] {
  const { formatMessage } = useIntl();
  return (copyLabel) => ({
    copy: formatMessage({ id: 'order.copy' }),
    copied: formatMessage({ id: 'order.copied' }),
    failed: formatMessage({ id: 'order.copyFailed' }),
    copyLabel,
  });
}
