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

const inComponents = (names: readonly string[]) => names.map((name) => `renderer/components/${name}`);

/** What orders, account pages or support show, but not the exchange form. */
const ROWS = [
  'contract/accounts/accountData',
  'contract/desktop/orderPassFile',
  'contract/isoTime',
  'contract/shortened',
  ...inComponents(['data/CopyRow', 'data/DefinitionList', 'feedback/EmptyState', 'feedback/ErrorState', 'icons/pageIcons']),
  'renderer/screens/order/LocalTime',
  'renderer/screens/order/useCopyTexts',
  'renderer/screens/order/usePageTitle',
  'renderer/stores/base/FormStore',
  'renderer/stores/randomText',
  'renderer/useBusy',
  'renderer/useHydrated',
  'renderer/useKeptFocus',
];

/** What lists of orders, earnings and fees show, and the sections below the form. */
const TABLES = [...inComponents(['data/DataTable']), 'renderer/i18n/ago', 'renderer/screens/shell/useNow'];

/** What shows coins, amounts and addresses, or lets customers enter them. */
const AMOUNT_PARTS = [
  ...inComponents([
    'amounts/',
    'coins/CoinLogo',
    'coins/monogram',
    'data/Figure',
    'feedback/Freshness',
    'fields/AddressInput',
    'fields/RadioCards',
  ]),
  'renderer/screens/scan/ScanButton',
  'renderer/screens/scan/useCamera',
];

/** What writes a payment request. What reads an address with its chain is loaded with the first one that is pasted. */
const PAYMENT_CODES = ['paymentUri', 'readRequest', 'paymentStandards'].map((name) => `contract/paymentUri/${name}`);

/** What the page of an order loads after its stage. */
const LATE_IN_ORDER = ['OrderChain', 'extra/Questions'].map((name) => `renderer/screens/order/${name}`);

/** Few pages show these. Those without another group are files of their own. */
const RARE = inComponents([
  'amounts/AmountOutput',
  'data/QrCode',
  'data/StepList',
  'feedback/Countdown',
  'feedback/ProgressRail',
  'feedback/StatusChip',
  'fields/FileField',
  'fields/RadioChip',
  'fields/Segmented',
  'fields/Select',
  'fields/TextArea',
  'fields/readTextFile',
  'icons/accountIcons',
]);

/**
 * The script files that pages share. Few files: each costs a header, a place in the queue and a worse compression. The first
 * group that accepts a module contains it together with all modules that it imports. So what several kinds of pages share comes
 * first, and a group excludes what would bring code that its pages don't need.
 */
export const SCRIPT_GROUPS: readonly ScriptGroup[] = [
  { name: 'page', tags: ['$initial'] },
  { name: 'rows', test: files(ROWS), minShareCount: 2 },
  { name: 'tables', test: files(TABLES), minShareCount: 2 },
  // Pages load these with the first dialog, account pages at once.
  {
    name: 'dialogs',
    test: files([...inComponents(['dialogs/Dialog']), 'renderer/screens/exchange/dialogs/dialogs.module']),
    minShareCount: 2,
  },
  {
    name: 'parts',
    test: files(
      [
        'contract/input/machineText',
        'renderer/components/',
        'renderer/latePart',
        'renderer/TextsFor',
        'renderer/screens/shell/',
        'renderer/stores/storeGroup',
      ],
      [...AMOUNT_PARTS, ...RARE],
    ),
    minShareCount: 3,
  },
  {
    name: 'amounts',
    test: files(
      [
        'big.js/',
        'contract/',
        ...AMOUNT_PARTS,
        'renderer/api/',
        'renderer/i18n/',
        'renderer/screens/coins/',
        'renderer/stores/TypedEmail',
        'renderer/stores/networkFees',
        // The form and the decision of an order
        'renderer/useShellButton',
        'renderer/stores/paymentRequest',
      ],
      [
        ...RARE,
        'contract/client/isOrder',
        'contract/desktop/storedKeys',
        'contract/identity/',
        'contract/input/memoRule',
        'contract/signedDocuments/guarantee',
        'contract/signedDocuments/canonicalJson',
        'contract/order',
        'contract/fiat/cardPurchase',
        'contract/paymentUri/',
        'contract/priceChain/',
        // Only lists of orders and earnings write tables.
        'contract/tables/',
        'contract/claimedRate',
        'renderer/api/orderFeed',
        // The form follows rates, an order does not.
        'renderer/api/liveFeed',
        'renderer/api/pairData',
        // Loaded with the first call.
        'contract/api/index',
        'contract/client/httpTransport',
        'contract/client/renewingTransport',
      ],
    ),
    minShareCount: 2,
  },
  // Orders and account pages show codes, the exchange form doesn't. It reads payment requests only when one is pasted.
  { name: 'codes', test: files(['uqr/', ...PAYMENT_CODES, 'renderer/components/data/QrCode']), minShareCount: 2 },
  // Form and order page load it later.
  {
    name: 'chain',
    test: files([
      'contract/priceChain/priceChain',
      'renderer/components/data/Calculation',
      'renderer/screens/order/useChainLines',
    ]),
    minShareCount: 2,
  },
  {
    name: 'exchange',
    test: files(
      [
        'renderer/api/liveFeed',
        'renderer/api/pairData',
        'renderer/screens/exchange/',
        'renderer/screens/home/',
        'renderer/stores/exchange/',
        'renderer/stores/LatestStore',
      ],
      // The form shows the chain later. The selector, the palette and the popular pairs search for coins; the form doesn't.
      [
        'renderer/stores/exchange/quoteChain',
        'renderer/stores/exchange/searchInstruments',
        'renderer/stores/exchange/SelectorStore',
        'renderer/stores/exchange/selectorGroup',
      ],
    ),
    minShareCount: 2,
  },
  {
    name: 'order',
    test: files(
      [
        'contract/fiat/cardPurchase',
        'contract/orderDecimals',
        'contract/orderTerms',
        'renderer/screens/order/',
        'renderer/stores/base/pollWhileVisible',
        'renderer/stores/deviceOrders/',
        'renderer/stores/order/',
      ],
      [
        'renderer/screens/order/useCopyTexts',
        'renderer/screens/order/useChainLines',
        'renderer/stores/deviceOrders/orderMails',
        // It would bring yup.
        'renderer/screens/order/notify/EmailInput',
        // The page of an order opens no pass.
        'renderer/screens/order/pass/PassForm',
        'renderer/screens/order/pass/useOpenPass',
        'renderer/screens/order/pass/useStoredPass',
        // Only single stages show them.
        'renderer/screens/order/decision/RefundTo',
        'renderer/screens/order/guarantee/GuaranteeReceipt',
        'renderer/screens/order/receipt/',
        'renderer/screens/order/fixedRate/',
        // Loaded after the page
        ...LATE_IN_ORDER,
        'renderer/stores/deviceOrders/orderExport',
      ],
    ),
    minShareCount: 2,
  },
  { name: 'details', test: files(LATE_IN_ORDER), minShareCount: 2 },
  {
    name: 'account',
    test: files([
      'contract/tables/csv',
      'renderer/components/icons/accountIcons',
      'renderer/screens/account/',
      'renderer/stores/account/',
      'renderer/stores/base/ListStore',
    ]),
    minShareCount: 2,
  },
];

/** The script files of the operators' console: what its start needs of libraries and of our own. Each screen is a file of its own. */
export const CONSOLE_GROUPS: readonly ScriptGroup[] = [
  { name: 'libraries', tags: ['$initial'], test: (file) => file.replaceAll('\\', '/').includes('/node_modules/') },
  { name: 'console', tags: ['$initial'] },
];
