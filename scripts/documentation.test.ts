import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { LOCALE_CODES } from '../contract/paths/locales.ts';
import { listRepositoryFiles, readLines } from '../tests/support/repositoryFiles.ts';

const REQUIREMENTS = 'docs/requirements.md';
/** "D41" and "§4", but not a section of an RFC. */
const CITATION = /\bD(\d{1,3})\b|(?<!RFC \d{3,5},? )§\s?(\d+)/g;

/** `server/env.ts` or `env.ts`, in backticks. */
const FILE_NAME =
  /`((?:(?:contract|renderer|web|server|resources|scripts|bench|tests|docs)\/[\w./-]+\.\w+)|\w[\w.]*\.(?:ts|tsx|mjs))`/g;

/** The ids that a link to a Markdown file can name: explicit anchors, and GitHub's ids of headings. */
function anchorsOf(path: string): Set<string> {
  const text = readFileSync(path, 'utf8');
  const explicit = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id ?? '');
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    (heading ?? '')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return new Set([...explicit, ...headings]);
}

describe('docs/requirements.md', () => {
  const anchors = anchorsOf(REQUIREMENTS);

  it('has an anchor for each requirement that a file cites', () => {
    const cited = listRepositoryFiles('**/*.{ts,tsx,css,md,mjs,json}')
      .filter((path) => !path.startsWith('resources/catalogue/') && path !== 'package-lock.json')
      .flatMap(readLines)
      .flatMap(({ place, text }) =>
        [...text.matchAll(CITATION)].map(([citation, decision, section]) => ({
          place: `${place} cites ${citation}`,
          anchor: decision === undefined ? `s${section}` : `d${decision}`,
        })),
      );
    expect(cited.length).toBeGreaterThan(400);
    expect(cited.filter(({ anchor }) => !anchors.has(anchor)).map(({ place }) => place)).toEqual([]);
  });

  it('is cited instead of a document outside the repository', () => {
    const foreign = listRepositoryFiles('**/*.{ts,tsx,css,md,mjs}')
      .filter((path) => path !== 'scripts/documentation.test.ts')
      .flatMap(readLines)
      .filter(({ text }) => /\b(?:decisions|specification|design-card)\.md\b/.test(text));
    expect(foreign.map(({ place }) => place)).toEqual([]);
  });

  it('has the anchors that other files link to', () => {
    const missing = listRepositoryFiles('**/*.{ts,tsx,css,mjs}')
      .flatMap(readLines)
      .flatMap(({ place, text }) =>
        [...text.matchAll(/requirements\.md#([\w-]+)/g)]
          .filter(([, anchor]) => !anchors.has(anchor ?? ''))
          .map(([link]) => `${place} links to ${link}`),
      );
    expect(missing).toEqual([]);
  });
});

describe('documents', () => {
  it('have links that lead to a file that exists, and to an anchor in it', () => {
    // Links of content pages lead to pages of the site: `server/content/contentPages.test.ts`.
    const broken = listRepositoryFiles('**/*.md')
      .filter((path) => !path.startsWith('resources/content/'))
      .flatMap((path) => readLines(path).map((line) => ({ path, ...line })))
      .flatMap(({ path, place, text }) =>
        [...text.matchAll(/\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
          .filter(([, file, anchor]) => {
            const target = file === '' || file === undefined ? path : join(dirname(path), file);
            return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).has(anchor));
          })
          .map(([link]) => `${place} ${link}`),
      );
    expect(broken).toEqual([]);
  });

  it('name files that exist, except for what is planned', () => {
    const sources = listRepositoryFiles('**/*.{ts,tsx,mjs}');
    const names = new Set(sources.map((path) => basename(path)));
    const exists = (path: string): boolean => (path.includes('/') ? existsSync(path) : names.has(path));
    const missing = listRepositoryFiles('**/*.md')
      .flatMap(readLines)
      .filter(({ text }) => !text.includes('planned'))
      .flatMap(({ place, text }) =>
        [...text.matchAll(FILE_NAME)].filter(([, path]) => !exists(path ?? '')).map(([, path]) => `${place} ${path}`),
      );
    expect(missing).toEqual([]);
  });
});

test('docs/security.md names tests that exist', () => {
  const named = [...readFileSync('docs/security.md', 'utf8').matchAll(/`([\w./]+\.test\.ts)`: “([^”]+)”/g)];
  expect(named.length).toBeGreaterThan(20);
  const missing = named.filter(([, file, title]) => !readFileSync(file ?? '', 'utf8').includes(title ?? ''));
  expect(missing.map(([all]) => all)).toEqual([]);
});

describe('docs/architecture.md', () => {
  const text = readFileSync('docs/architecture.md', 'utf8');
  const named = [...text.matchAll(/^\| `([\w/{}]+)\/` /gm)].flatMap(([, folder = '']) =>
    folder.includes('{locale}') ? LOCALE_CODES.map((code) => folder.replace('{locale}', code)) : [folder],
  );

  it('names folders that exist', () => {
    expect(named.filter((folder) => !existsSync(folder))).toEqual([]);
  });

  it('names every folder with source files or data', () => {
    const folders = new Set(listRepositoryFiles('*/**/*.{ts,tsx,css,json,mjs}').map((path) => dirname(path)));
    expect([...folders].filter((folder) => !named.includes(folder))).toEqual([]);
  });
});
