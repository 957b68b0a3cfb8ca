/** The entry of the desktop's storage for the preference to run on without a window: "off", or missing. Windows write it, main reads it. */
export const KEEP_RUNNING_KEY = 'desktop-keep-running';
