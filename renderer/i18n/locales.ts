/** The locales, as the desktop app's main process and the web host know them too. */
export * from '../../contract/paths/locales.ts';
