import { loadCatalogue } from '../../instruments/loadCatalogue.ts';
import { readOperatorSettings } from '../../operator/settings/operatorSettings.ts';
import type { ContentSettings } from '../contentFacts.ts';

/** The settings of texts in tests */
export const CONTENT_SETTINGS: ContentSettings = {
  ...readOperatorSettings({}),
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
