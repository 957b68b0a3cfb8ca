/**
 * Storage key of the preference to keep the desktop app running without a window: "off", or missing. Windows write it, the main
 * process reads it.
 */
export const KEEP_RUNNING_KEY = 'desktop-keep-running';
