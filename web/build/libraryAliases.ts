import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Alias } from 'vite';

/**
 * Returns the files that the build uses for some libraries: one copy of each, in its production form. `withoutParser` leaves out
 * the parser of messages, because the build compiles them.
 */
export function libraryAliases({ withoutParser = false } = {}): Alias[] {
  const inRouter = createRequire(import.meta.resolve('react-router-dom'));
  const inIntl = createRequire(import.meta.resolve('react-intl'));
  // The package's own entry is the development build, with its warnings.
  const router = join(dirname(inRouter.resolve('react-router/package.json')), 'dist/production');
  return [
    { find: /^react-router$/, replacement: join(router, 'index.mjs') },
    { find: /^react-router\/dom$/, replacement: join(router, 'dom-export.mjs') },
    // npm installs a copy for react-intl and one for @formatjs/intl.
    { find: /^intl-messageformat$/, replacement: inIntl.resolve('intl-messageformat') },
    ...(withoutParser
      ? [{ find: /^@formatjs\/icu-messageformat-parser$/, replacement: '@formatjs/icu-messageformat-parser/no-parser.js' }]
      : []),
  ];
}
