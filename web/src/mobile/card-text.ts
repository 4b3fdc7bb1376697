// On its own: pages of the portal show it, and not the app alone.
/** English words of the app for phones that pages of the portal show as well. */
export const appCardText = {
  heading: 'The app on your phone',
  hint: 'The portal as an app, with your digital ID when there is no network.',
  scanHint: 'Install the app, then scan this code with the phone’s camera. It connects the app to this portal.',
  codeLabel: 'Code that connects the app to this portal',
  android: 'Get it for Android',
  ios: 'Get it for iPhone',
  openApp: 'Open this portal in the app',
  version: 'Version {{version}} of the app.',
} as const
