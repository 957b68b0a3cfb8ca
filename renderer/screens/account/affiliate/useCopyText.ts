import { useIntl } from 'react-intl';
import type { CopyRowProps } from '../../../components/data/CopyRow.tsx';

/** Returns the texts of a copy button. `copyLabel` says what it copies. */
export function useCopyText(copyLabel: string): CopyRowProps['text'] {
  const { formatMessage } = useIntl();
  return {
    copy: formatMessage({ id: 'affiliate.copy' }),
    copied: formatMessage({ id: 'affiliate.copied' }),
    failed: formatMessage({ id: 'affiliate.copyFailed' }),
    copyLabel,
  };
}
