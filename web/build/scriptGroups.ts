import { fileURLToPath } from 'node:url';

interface ScriptGroup {
  name: string;
  tags?: ['$initial'];
  test?: (file: string) => boolean;
  minShareCount?: number;
}

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

/** Returns a test for files whose path in the repository starts with one of `includes` and with none of `excludes`. */
function files(includes: readonly string[], excludes: readonly string[] = []): (file: string) => boolean {
  return (file) => {
    const path = file.replace(REPOSITORY, '').replaceAll('\\', '/');
    const starts = (prefix: string) => path.startsWith(prefix) || path.includes(`node_modules/${prefix}`);
    return includes.some(starts) && !excludes.some(starts);
  };
}

/** Components of orders and account pages, which the exchange form does not show at first. */
const ROWS = ['CopyRow', 'EmptyState', 'ErrorState', 'FileField', 'pageIcons', 'Segmented', 'StatusChip', 'TextArea'].map(
  (component) => `renderer/components/${component}`,
);

/**
 * The script files that pages share. Few files: each costs a header, a place in the queue and a worse compression. The first
 * group that accepts a module contains it together with all modules that it imports. So what several kinds of pages share comes
 * first, and a group excludes what would bring code that its pages don't need.
 */
export const SCRIPT_GROUPS: readonly ScriptGroup[] = [
  { name: 'page', tags: ['$initial'] },
  // Orders and account pages show codes, the exchange form doesn't.
  { name: 'codes', test: files(['uqr/', 'renderer/components/QrCode']), minShareCount: 2 },
  {
    name: 'parts',
    test: files(
      [
        'renderer/components/',
        'renderer/screens/shell/',
        'renderer/screens/scan/',
        'renderer/useHydrated',
        'renderer/screens/order/usePageTitle',
      ],
      ['renderer/screens/scan/ScanDialog', ...ROWS],
    ),
    minShareCount: 3,
  },
  { name: 'rows', test: files(ROWS), minShareCount: 2 },
  {
    name: 'amounts',
    test: files(
      [
        'big.js/',
        'contract/',
        'renderer/api/',
        'renderer/i18n/',
        'renderer/screens/coins/',
        'renderer/stores/networkFees',
        'renderer/stores/storeGroup',
        'renderer/stores/exchange/exchangeDraft',
      ],
      [
        'contract/guarantee',
        'contract/canonicalJson',
        'contract/order',
        'renderer/api/orderFeed',
        // Loaded with the first call.
        'contract/api/index',
        'renderer/api/httpTransport',
        'renderer/api/renewingTransport',
      ],
    ),
    minShareCount: 2,
  },
  {
    name: 'exchange',
    test: files(
      ['renderer/screens/exchange/', 'renderer/screens/home/', 'renderer/stores/exchange/', 'renderer/stores/LatestStore'],
      // The selector and the popular pairs search, the form doesn't.
      ['renderer/stores/exchange/searchInstruments'],
    ),
    minShareCount: 2,
  },
  {
    name: 'order',
    test: files(
      ['renderer/screens/order/', 'renderer/stores/order/'],
      // The last one would bring yup.
      ['renderer/screens/order/useCopyTexts', 'renderer/stores/order/orderMails', 'renderer/screens/order/notify/EmailInput'],
    ),
    minShareCount: 2,
  },
];
