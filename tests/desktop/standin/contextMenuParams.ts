import type { ClickedPlace } from './bridge/preload.ts';
import { fromChromium } from './schemes.ts';

/** Returns what Electron tells about a right-click, as far as the app uses it. */
export function contextMenuParams({ linkURL, isPassword, ...place }: ClickedPlace, frame: object) {
  const { isEditable, selectionText } = place;
  const canCopy = selectionText !== '' && !isPassword;
  const editFlags = { canCut: isEditable && canCopy, canCopy, canPaste: isEditable, canSelectAll: true };
  return { ...place, linkURL: linkURL && fromChromium(linkURL), editFlags, frame, menuSourceType: 'mouse' };
}
