import type { CallDescriptions } from './call.ts';

const FEATURE = 'Only hosts with the feature `docs` have it.';

export const contentCalls: CallDescriptions<'content'> = {
  'content.docs': {
    operationId: 'listDocs',
    summary: 'List the docs',
    description: `Returns the docs of a language by section, in reading order. ${FEATURE}`,
  },
  'content.doc': {
    operationId: 'getDoc',
    summary: 'Read a doc',
    description: `Returns a doc with the numbers of this host, its headings and its neighbours. ${FEATURE}`,
    errors: { ERR_NOT_FOUND: 'There is no doc with this slug.' },
  },
  'content.searchDocs': {
    operationId: 'searchDocs',
    summary: 'Search the docs',
    description: `Returns the parts of docs that fit best. A query matches words, beginnings of words and similar words. ${FEATURE}`,
  },
  'content.posts': {
    operationId: 'listPosts',
    summary: 'List posts of the blog',
    description: `Returns posts of a language, newest first, of one category if the query has one. ${FEATURE}`,
    errors: {
      ERR_SERVICE_UNAVAILABLE: { when: 'The blog service can’t be read.', message: 'The blog can’t be read now.' },
    },
  },
  'content.post': {
    operationId: 'getPost',
    summary: 'Read a post of the blog',
    description: `Returns a post, its headings and its neighbours. The \`slug\` differs from the requested one if the post has moved. ${FEATURE}`,
    errors: {
      ERR_NOT_FOUND: 'There is no post with this slug.',
      ERR_SERVICE_UNAVAILABLE: { when: 'The blog service can’t be read.', message: 'The blog can’t be read now.' },
    },
  },
};
