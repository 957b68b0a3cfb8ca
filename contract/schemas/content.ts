import Type, { type Static } from 'typebox';
import { LOCALE_CODES } from '../paths/locales.ts';
import { closed, nullable } from './common.ts';

/** The parts of the docs, in their order */
export const DOC_SECTIONS = ['basics', 'money', 'account', 'build'] as const;
export const DocSection = Type.Enum(DOC_SECTIONS, { title: 'DocSection' });
export type DocSection = (typeof DOC_SECTIONS)[number];

/** A segment of an address: "fixed-and-floating" */
const SEGMENT = '[a-z0-9]+(?:-[a-z0-9]+)*';
export const DocSlug = Type.String({ pattern: `^${SEGMENT}$`, maxLength: 80, examples: ['security'] });
/** May have several segments. */
export const PostSlug = Type.String({ pattern: `^${SEGMENT}(?:/${SEGMENT})*$`, maxLength: 200, examples: ['order-pass'] });
export const CategorySlug = Type.String({ pattern: `^${SEGMENT}$`, maxLength: 40, examples: ['security'] });
export const PostDate = Type.String({ format: 'date', examples: ['2026-11-20'] });
const Locale = Type.Enum(LOCALE_CODES);

export const ContentHeading = Type.Object(
  {
    id: Type.String({ description: 'The fragment of its address' }),
    title: Type.String(),
    level: Type.Union([Type.Literal(2), Type.Literal(3)]),
  },
  { title: 'ContentHeading' },
);
export type ContentHeading = Static<typeof ContentHeading>;

const Html = Type.String({ description: 'Sanitised HTML without the title' });

export const DocLink = Type.Object({ slug: DocSlug, title: Type.String() }, { title: 'DocLink' });
export type DocLink = Static<typeof DocLink>;

export const DocsQuery = Type.Object({ locale: Locale }, { ...closed, title: 'DocsToList' });
export type DocsInput = Static<typeof DocsQuery>;
export const DocsResponse = Type.Object(
  {
    sections: Type.Array(
      Type.Object({
        section: DocSection,
        docs: Type.Array(Type.Object({ slug: DocSlug, title: Type.String(), lead: Type.String() })),
      }),
    ),
  },
  { title: 'Docs' },
);
export type Docs = Static<typeof DocsResponse>;

export const DocQuery = Type.Object(
  { slug: Type.String({ maxLength: 200, examples: ['security'] }), locale: Locale },
  { ...closed, title: 'DocToRead' },
);
export type DocInput = Static<typeof DocQuery>;
export const DocResponse = Type.Object(
  {
    slug: DocSlug,
    title: Type.String(),
    lead: Type.String(),
    section: DocSection,
    html: Html,
    headings: Type.Array(ContentHeading),
    previous: nullable(DocLink),
    next: nullable(DocLink),
  },
  { title: 'Doc' },
);
export type Doc = Static<typeof DocResponse>;

export const DocSearchQuery = Type.Object(
  { query: Type.String({ maxLength: 100 }), locale: Locale },
  { ...closed, title: 'DocsToFind' },
);
export type DocSearchInput = Static<typeof DocSearchQuery>;
export const DocSearchResponse = Type.Object(
  {
    found: Type.Array(
      Type.Object({
        slug: DocSlug,
        /** null: the beginning of the doc */
        heading: nullable(Type.String({ description: 'The fragment of the address' })),
        title: Type.String({ description: 'Of the part that was found' }),
        doc: Type.String({ description: 'The title of the doc' }),
        section: DocSection,
        excerpt: Type.String(),
        terms: Type.Array(Type.String(), { description: 'The words of the text that match' }),
      }),
      { description: 'Best first, at most 10' },
    ),
  },
  { title: 'FoundDocs' },
);
export type FoundDocs = Static<typeof DocSearchResponse>;

export const PostCategory = Type.Object({ slug: CategorySlug, title: Type.String() }, { title: 'PostCategory' });
export type PostCategory = Static<typeof PostCategory>;

const summary = {
  slug: PostSlug,
  title: Type.String(),
  lead: Type.String(),
  date: PostDate,
  author: Type.String(),
  category: PostCategory,
  minutes: Type.Integer({ minimum: 1, description: 'How long reading takes' }),
};
export const PostSummary = Type.Object(summary, { title: 'PostSummary' });
export type PostSummary = Static<typeof PostSummary>;

export const PostsQuery = Type.Object(
  {
    locale: Locale,
    category: Type.Optional(Type.String({ maxLength: 200 })),
    offset: Type.Optional(Type.String({ pattern: '^\\d{1,6}$', description: 'Posts to leave out. Default: 0' })),
    per_page: Type.Optional(
      Type.String({ pattern: '^(?:[1-9]|[1-4][0-9]|50)$', description: 'Posts of a page: 1 to 50. Default: 10' }),
    ),
  },
  { ...closed, title: 'PostsToList' },
);
export type PostsInput = Static<typeof PostsQuery>;
export const PostsResponse = Type.Object(
  {
    items: Type.Array(PostSummary, { description: 'Newest first' }),
    total: Type.Integer({ minimum: 0, description: 'Number of posts of the category, or of all' }),
    categories: Type.Array(Type.Object({ ...PostCategory.properties, count: Type.Integer({ minimum: 1 }) })),
  },
  { title: 'Posts' },
);
export type Posts = Static<typeof PostsResponse>;

export const PostQuery = Type.Object(
  { slug: Type.String({ maxLength: 300, examples: ['why-orders-have-a-pass'] }), locale: Locale },
  { ...closed, title: 'PostToRead' },
);
export type PostInput = Static<typeof PostQuery>;
const PostLink = Type.Object({ slug: PostSlug, title: Type.String() }, { title: 'PostLink' });
export const PostResponse = Type.Object(
  {
    ...summary,
    slug: Type.String({ ...PostSlug, description: 'Differs from the requested one if the post has moved' }),
    html: Html,
    headings: Type.Array(ContentHeading),
    newer: nullable(PostLink),
    older: nullable(PostLink),
  },
  { title: 'Post' },
);
export type Post = Static<typeof PostResponse>;
