import type { CallDescription, CallDescriptions } from './call.ts';

export const serviceCalls: CallDescriptions<'service' | 'seo'> = {
  'service.health': {
    operationId: 'getHealth',
    summary: 'Read the state of the service',
    description:
      'Returns whether exchanges work now. `host.features` names what this host can do beyond the first version of the API; `host.sandbox` is true if its coins have no value.',
  },
  'service.stats': {
    operationId: 'getStatistics',
    summary: 'Read statistics',
    description:
      'Returns the number of completed orders, instruments and networks, and the median duration of an exchange in minutes.',
  },
  'service.status': {
    operationId: 'getStatus',
    summary: 'Read the state of each component',
    description:
      'Returns the state of the API, of new exchanges, prices, orders and every network, and the incidents of the last 90 days. Only hosts with the feature `status` have it.',
  },
  'service.fees': {
    operationId: 'getFees',
    summary: 'Read fees and limits',
    description:
      'Returns the service fee of both rate modes and the limits of an exchange. Network fees are in the list of instruments. Only hosts with the feature `fees` have it.',
  },
  'service.content': {
    operationId: 'getContent',
    summary: 'Read the text of a page',
    description:
      'Returns the terms, or the description of the affiliate programme, with the numbers of this host. Only hosts with the feature `content` have it.',
  },
  'service.keys': {
    operationId: 'getSigningKeys',
    summary: 'Read the public signing keys',
    description:
      'Returns the Ed25519 keys that sign guarantees and receipts. Store the keys once from a source that you trust: a response that brings its own key proves nothing.',
  },
  'seo.page': {
    operationId: 'getPageTexts',
    summary: 'Read the texts of a page',
    description: 'Returns the title, description and headings of a page of the site, by language. `page` is its path.',
    errors: { ERR_VALIDATION: '`page` is missing or too long, or the body has an unknown field.' },
  },
};

/** For process supervisors; no client of the site calls it, so the route table does not have it. */
export const healthProbes: CallDescription = {
  operationId: 'getHealthProbes',
  summary: 'Read the state of each component',
  description:
    'Returns the state of the database, the prices, the workers and the books. The status is 503 if the host is unhealthy.',
};
