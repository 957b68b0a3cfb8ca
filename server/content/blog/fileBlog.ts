import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { CategorySlug, PostDate, PostSlug } from '../../../contract/schemas/content.ts';
import { resourcePath } from '../../common/resourcePath.ts';
import type { ContentSettings } from '../contentFacts.ts';
import { readContentFile, type Placeholders } from '../contentFile.ts';
import { followFacts } from '../followFacts.ts';
import type { BlogSource, SourcePost } from './blogSource.ts';

const FOLDER = resourcePath('content/blog');

const PostHead = Type.Object(
  { title: Type.String(), lead: Type.String(), date: PostDate, author: Type.String(), category: CategorySlug },
  { additionalProperties: false },
);
const Names = Type.Record(Type.String(), Type.String());

/**
 * The posts in `{language}/{slug}.md`, whose slug may have folders, with the names of categories in `{language}/categories.json`.
 * Throws an Error that names an invalid file. A post that moves gets a line in `resources/redirects.json`.
 */
export function createFileBlog(settings: () => ContentSettings, folder = FOLDER): BlogSource {
  const posts = followFacts(settings, (locale, facts) => readPosts(join(folder, locale), facts));
  return {
    posts: (locale) => Promise.resolve(posts(locale)),
    movedTo: () => Promise.resolve(null),
    docs: () => Promise.resolve([]),
  };
}

function readPosts(folder: string, facts: Placeholders): SourcePost[] {
  const names: unknown = JSON.parse(readFileSync(join(folder, 'categories.json'), 'utf8'));
  if (!Value.Check(Names, names)) throw new Error(`${folder}/categories.json must be {category: name}`);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => readPost(folder, file, { facts, names }));
}

function readPost(
  folder: string,
  file: string,
  { facts, names }: { facts: Placeholders; names: Static<typeof Names> },
): SourcePost {
  const path = join(folder, file);
  const slug = file.replace(/\.md$/, '').split(sep).join('/');
  if (!Value.Check(PostSlug, slug)) throw new Error(`${path}: its name must be small letters, digits and hyphens`);
  const { category, ...post } = readContentFile(path, readFileSync(path, 'utf8'), facts, PostHead);
  const title = names[category];
  if (title === undefined) throw new Error(`${path}: ${folder}/categories.json has no name of the category ${category}`);
  return { slug, ...post, category: { slug: category, title }, format: 'markdown' };
}
