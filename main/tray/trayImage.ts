import { nativeImage, type NativeImage } from 'electron';
import windowsIcon from '../../resources/desktop/icon.ico?asset';
import icon from '../../resources/desktop/icons/32x32.png?inline';
import template from '../../resources/desktop/template/16x16.png?inline';
import doubleTemplate from '../../resources/desktop/template/32x32.png?inline';

/** Returns the icon as the panel of the system wants it. Windows chooses the size of its display from an .ico file. */
export function trayImage(platform: NodeJS.Platform): NativeImage {
  if (platform === 'win32') return nativeImage.createFromPath(windowsIcon);
  if (platform !== 'darwin') return nativeImage.createFromDataURL(icon);
  const image = nativeImage.createFromDataURL(template);
  image.addRepresentation({ scaleFactor: 2, dataURL: doubleTemplate });
  image.setTemplateImage(true);
  return image;
}
