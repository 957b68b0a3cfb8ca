/** Returns whether the browser asks not to be tracked: Do Not Track or Global Privacy Control. */
export const isTrackingRefused = (): boolean =>
  navigator.doNotTrack === '1' || ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true);
