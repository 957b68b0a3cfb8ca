import { parseEnvironment } from '../../env.ts';
import { loadCatalogue } from '../../instruments/loadCatalogue.ts';
import type { ContentSettings } from '../contentFacts.ts';

/** The settings of texts in tests */
export const CONTENT_SETTINGS: ContentSettings = {
  ...parseEnvironment({}),
  brand: {
    name: 'Swap',
    legalEntity: 'Swap Ltd',
    supportEmail: 'help@swap.example',
    securityEmail: 'safe@swap.example',
    authoritiesEmail: 'law@swap.example',
  },
  catalogue: loadCatalogue(),
  networks: ['bitcoin', 'monero', 'ethereum', 'ripple'],
};
