import phone from './phone/phone.css?inline';
import photos from './photos/photos.css?inline';
import verdict from './verdict.css?inline';
import frame from './verification.css?inline';

/**
 * Every page has the styles of all pages in it, except these: they come with the code of this one. A constructed stylesheet needs no
 * nonce. Until the code is here, the page shows only what all pages have styles for.
 */
if (typeof document !== 'undefined' && 'adoptedStyleSheets' in document) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(frame + verdict + photos + phone);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** Returns the class of an element of a part. The names are written out, because only the styles of all pages get short ones. */
const classesOf = (part: string) => (name: string) => `${part}-${name}`;

export const frameClass = classesOf('verification');
export const photoClass = classesOf('photos');
export const phoneClass = classesOf('phone');
