import type { DocSection } from '../../../contract/schemas/content.ts';
import type { RenderedText } from '../text/renderText.ts';

export interface DocText {
  slug: string;
  title: string;
  lead: string;
  section: DocSection;
  /** Its place in the section */
  order: number;
  /** Renders it, at the first call. */
  rendered(): RenderedText;
}
