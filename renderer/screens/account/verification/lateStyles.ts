import { adoptStyles } from '../../../adoptStyles.ts';
import phone from './phone/phone.css?inline';
import photos from './photos/photos.css?inline';
import verdict from './verdict.css?inline';
import frame from './verification.css?inline';

// Until the code is here, the page shows only what all pages have styles for.
adoptStyles(frame + verdict + photos + phone);

/** Returns the class of an element of a part. */
const classesOf = (part: string) => (name: string) => `${part}-${name}`;

export const frameClass = classesOf('verification');
export const photoClass = classesOf('photos');
export const phoneClass = classesOf('phone');
