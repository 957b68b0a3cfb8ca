import { storeGroup } from '../storeGroup.ts';
import { CardTermsStore } from './CardTermsStore.ts';

/** The provider of card purchases, for the form, the coin selector and the pages of purchases. */
export const cardTermsGroup = storeGroup(({ platform, restored }) => ({
  cardTerms: restored.create('cardTerms', CardTermsStore, { platform }),
}));
