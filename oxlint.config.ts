import { defineConfig, type OxlintOverride } from 'oxlint';

/** Imports that files of a folder must not make, and the reason that the lint error gives. */
interface ImportBan {
  /** Patterns of import specifiers */
  imports: string[];
  reason: string;
  /** `import type` is allowed */
  allowsTypes?: boolean;
}

const CLIENT_LIBRARIES = ['react*', 'mobx*', 'electron'];
const TESTS = ['**/*.test.ts', '**/*.test.tsx', '**/testing/**', '**/testing.ts'];

const SCHEMAS_AS_TYPES: ImportBan = {
  imports: ['**/contract/schemas/*', '**/schemas/*.ts'],
  allowsTypes: true,
  reason: 'Schemas build run-time validators for the server. The page imports their types only, so that typebox stays out of it.',
};
const CONTRACT_IS_PURE: ImportBan = {
  imports: ['node:*', 'fastify*', ...CLIENT_LIBRARIES, '**/server/**', '**/renderer/**', '**/web/**'],
  reason: 'contract is pure TypeScript without I/O: every other folder, in every environment, may import it.',
};
const RENDERER_IS_PORTABLE: ImportBan = {
  imports: ['node:*', 'fastify*', 'electron', 'typebox*', '**/server/**', '**/web/**', '**/main/**', '**/preload/**'],
  reason: 'The renderer runs in every client. It imports contract and itself, and uses the platform for everything else.',
};
const SERVER_IS_HEADLESS: ImportBan = {
  imports: ['**/renderer/**', '**/web/**', ...CLIENT_LIBRARIES],
  reason: 'The API host imports contract and Node. Clients know it only by its calls.',
};

const CONSOLE_IS_APART: ImportBan = {
  imports: ['**/console/**', '!**/contract/console/**', '!**/console/consoleStart.ts'],
  reason: 'The console has a build of its own: customers’ pages must not depend on its code.',
};
const STORES_WITHOUT_VIEWS: ImportBan = {
  imports: ['react', 'react-dom', 'react-router-dom', 'mobx-react-lite', 'react-intl', '**/screens/**', '**/components/**'],
  reason: 'The direction is api → stores → screens: stores and api import no React, no router and no screen.',
};
const NO_TRANSPORT = {
  property: 'transport',
  message: 'A screen never calls the network: a function in a folder `stores` does, and keeps the answer and the failure.',
};
const WEB_IS_A_CLIENT: ImportBan = {
  imports: ['**/server/**', 'electron'],
  reason: 'The web host calls the API host over HTTP, as every client does. Only scripts start both in one process.',
};

/** Folders of the web host, lowest first: each may import only itself and the folders before it. */
const WEB_FOLDERS = ['http', 'seo', 'pages', 'host'];

function webFolder(folder: string, index: number): OxlintOverride {
  const later = WEB_FOLDERS.slice(index + 1);
  const laterFolders: ImportBan = {
    imports: later.map((name) => `**/${name}/**`),
    reason: `Folders of web import only folders before them: ${WEB_FOLDERS.join(', ')}. Move the shared part to web/http.`,
  };
  return imports(`web/${folder}/**`, [WEB_IS_A_CLIENT, ...(later.length > 0 ? [laterFolders] : [])], TESTS);
}

/** Layers of the order domain, lowest first: each may import only itself and the layers before it. */
const ORDER_LAYERS = ['rules', 'core', 'deposits', 'lifecycle', 'calls', 'worker'];
const ABOVE_ORDERS: ImportBan = {
  imports: [
    '**/operator/**',
    '**/mail/**',
    '**/reconcile/**',
    '**/routes/**',
    '**/live/**',
    '**/health/**',
    '**/affiliates/*.ts',
    '**/withdrawals/*.ts',
  ],
  reason: 'These folders are built on the order domain. An import back would be a cycle between folders.',
};

function orderLayer(layer: string, index: number): OxlintOverride {
  const later = ORDER_LAYERS.slice(index + 1);
  const laterLayers: ImportBan = {
    imports: later.map((name) => `**/${name}/**`),
    reason: `Layers of server/orders import only layers before them: ${ORDER_LAYERS.join(', ')}. Move the shared part down.`,
  };
  return imports(
    `server/orders/${layer}/**`,
    [SERVER_IS_HEADLESS, ABOVE_ORDERS, ...(later.length > 0 ? [laterLayers] : [])],
    TESTS,
  );
}

/** One override. Where several match a file, the last one applies alone, so each repeats the bans of its parent folder. */
function imports(files: string | string[], bans: ImportBan[], excludeFiles: string[] = []): OxlintOverride {
  const patterns = bans.map(({ imports: group, reason, allowsTypes = false }) => ({
    group,
    message: reason,
    allowTypeImports: allowsTypes,
  }));
  return {
    files: [files].flat(),
    excludeFiles,
    rules: { 'no-restricted-imports': ['error', { patterns }] },
  };
}

export default defineConfig({
  plugins: ['typescript', 'react', 'import', 'unicorn', 'oxc', 'jsx-a11y', 'promise'],
  jsPlugins: ['./scripts/lint/plugin.ts'],
  categories: { correctness: 'error', suspicious: 'error' },
  ignorePatterns: ['dist', 'out', 'node_modules', '.data'],
  rules: {
    'causeway/own-keys': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/ban-ts-comment': 'error',
    'typescript/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
    'typescript/no-non-null-assertion': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'typescript/no-unsafe-type-assertion': 'off',
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-default-export': 'error',
    'import/no-unassigned-import': 'off',
    'react/react-in-jsx-scope': 'off',
    'no-console': 'error',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'no-shadow': 'off',
    'no-await-in-loop': 'off',
    eqeqeq: 'error',
    'max-lines': ['error', { max: 400 }],
    'typescript/unbound-method': 'off',
    'typescript/consistent-return': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'import/no-named-as-default': 'off',
    'import/no-named-as-default-member': 'off',
    'oxc/no-async-endpoint-handlers': 'off',
    'no-unused-vars': ['error', { ignoreRestSiblings: true, varsIgnorePattern: '^_', argsIgnorePattern: '^_' }],
    'promise/always-return': 'off',
    'typescript/no-unnecessary-type-conversion': 'off',
    'typescript/no-misused-spread': 'off',
    'no-unmodified-loop-condition': 'off',
  },
  overrides: [
    { files: ['*.config.ts'], rules: { 'import/no-default-export': 'off' } },
    { files: ['scripts/**', 'bench/**', 'tests/**'], rules: { 'no-console': 'off' } },
    { files: ['scripts/**', 'bench/**', 'tests/**', ...TESTS], rules: { 'causeway/own-keys': 'off' } },
    { files: ['scripts/lint/plugin.ts'], rules: { 'import/no-default-export': 'off' } },

    imports('contract/**', [CONTRACT_IS_PURE], TESTS),
    imports(
      ['contract/api/**', 'contract/*.ts'],
      [
        CONTRACT_IS_PURE,
        SCHEMAS_AS_TYPES,
        {
          imports: ['typebox*'],
          reason: 'The page loads this file: schemas stay in contract/schemas, which only the server loads.',
        },
      ],
    ),
    {
      files: ['contract/**'],
      excludeFiles: TESTS,
      rules: {
        'no-restricted-globals': [
          'error',
          ...['process', 'Buffer', 'fetch', 'window', 'document', 'localStorage', 'WebSocket', 'Reflect'].map((name) => ({
            name,
            message: 'contract does no I/O and uses no environment: pass the value in.',
          })),
        ],
      },
    },

    imports('renderer/**', [RENDERER_IS_PORTABLE, CONSOLE_IS_APART, SCHEMAS_AS_TYPES], TESTS),
    imports('renderer/components/**', [
      RENDERER_IS_PORTABLE,
      CONSOLE_IS_APART,
      SCHEMAS_AS_TYPES,
      {
        imports: ['**/stores/**', '**/api/**', '**/screens/**'],
        reason: 'Components are the design system: props in, events out. They import neither stores nor api nor screens.',
      },
    ]),
    {
      files: ['renderer/screens/**', 'renderer/components/**'],
      excludeFiles: TESTS,
      rules: {
        'no-restricted-properties': ['error', NO_TRANSPORT],
      },
    },
    imports(
      ['renderer/stores/**', 'renderer/api/**'],
      [RENDERER_IS_PORTABLE, CONSOLE_IS_APART, SCHEMAS_AS_TYPES, STORES_WITHOUT_VIEWS],
      TESTS,
    ),

    imports('console/**', [RENDERER_IS_PORTABLE, SCHEMAS_AS_TYPES], TESTS),
    imports('console/stores/**', [RENDERER_IS_PORTABLE, SCHEMAS_AS_TYPES, STORES_WITHOUT_VIEWS], TESTS),
    {
      files: ['console/{acts,frame,parts,screens}/**'],
      excludeFiles: TESTS,
      rules: { 'no-restricted-properties': ['error', NO_TRANSPORT] },
    },

    imports('web/**', [WEB_IS_A_CLIENT, CONSOLE_IS_APART], [...TESTS, 'web/console.tsx', 'web/console/**']),
    imports(['web/console.tsx', 'web/console/**'], [WEB_IS_A_CLIENT], TESTS),
    ...WEB_FOLDERS.map(webFolder),

    imports(
      'main/**',
      [
        {
          imports: ['**/server/**', '**/renderer/**', '**/web/**', 'react*', 'mobx*'],
          reason:
            'The main process imports contract, Electron and Node. It reaches windows by the channels of contract/ipc.ts only.',
        },
      ],
      TESTS,
    ),
    imports('preload/**', [
      {
        imports: ['node:*', '**/server/**', '**/renderer/**', '**/web/**', '**/main/**', '**/contract/schemas/**'],
        reason: 'The preload script runs in the sandbox. It imports Electron, and only types of contract.',
      },
    ]),

    imports('server/**', [SERVER_IS_HEADLESS]),
    imports(
      'server/routes/**',
      [
        SERVER_IS_HEADLESS,
        {
          imports: ['kysely', '**/db/repositories/**'],
          reason: 'The direction is routes → domain folders → db: a route makes one domain call.',
        },
      ],
      TESTS,
    ),
    imports('server/db/**', [
      SERVER_IS_HEADLESS,
      {
        imports: [
          '**/orders/**',
          '**/operator/**',
          '**/mail/**',
          '**/ports/**',
          '**/pricing/**',
          '**/guarantee/**',
          '**/reconcile/**',
        ],
        reason: 'db is the lowest layer of the server: domain folders import it, never the reverse.',
      },
    ]),
    imports(
      'server/ports/**',
      [
        SERVER_IS_HEADLESS,
        ABOVE_ORDERS,
        {
          imports: ['**/db/*.ts', '**/db/repositories/**', '**/orders/**', '**/pricing/**'],
          reason:
            'A port declares the storage that it needs, with the rows of server/db/tables. server/db implements it, and server/createPorts.ts connects them.',
        },
      ],
      TESTS,
    ),
    imports(
      'server/instruments/**',
      [
        SERVER_IS_HEADLESS,
        {
          imports: ['**/ports/**', '**/orders/**', '**/pricing/**'],
          reason: 'Ports import the catalogue. An import back would be a cycle between folders.',
        },
      ],
      TESTS,
    ),
    imports(
      ['server/operator/*.ts', 'server/operator/acts/**'],
      [
        SERVER_IS_HEADLESS,
        {
          imports: ['**/cli/**'],
          reason: 'Acts and queries return typed results, for the command line and the console. Only cli turns them into text.',
        },
      ],
      TESTS,
    ),
    imports(
      'server/guarantee/**',
      [
        SERVER_IS_HEADLESS,
        {
          imports: ['**/orders/**', '**/operator/**', '**/mail/**'],
          reason: 'server/orders signs its documents through guarantee. An import back would be a cycle between folders.',
        },
      ],
      TESTS,
    ),
    imports(
      'server/payments/**',
      [
        SERVER_IS_HEADLESS,
        ABOVE_ORDERS,
        {
          imports: ['**/orders/**', '**/accounts/**', '**/history/**'],
          reason: 'Payments know nothing of what they pay for. Its owner registers in server/payments/owners.ts.',
        },
      ],
      TESTS,
    ),
    imports(
      'server/pricing/**',
      [SERVER_IS_HEADLESS, { imports: ['**/orders/**', '**/operator/**'], reason: 'Orders import pricing, never the reverse.' }],
      TESTS,
    ),
    ...ORDER_LAYERS.map(orderLayer),
  ],
});
