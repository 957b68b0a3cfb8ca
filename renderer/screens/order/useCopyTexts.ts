import { useIntl } from 'react-intl';
import type { CopyRowProps } from '../../components/CopyRow.tsx';

/** The words of a copy button; only its label names what it copies. */
export function useCopyTexts(): (copyLabel: string) => CopyRowProps['text'] {
  const { formatMessage } = useIntl();
  return (copyLabel) => ({
    copy: formatMessage({ id: 'order.copy' }),
    copied: formatMessage({ id: 'order.copied' }),
    failed: formatMessage({ id: 'order.copyFailed' }),
    copyLabel,
  });
}
