// On its own: these words come with the one button, so that the login page stays light.
/** English words of the way from the login page into the app. */
export const appLoginText = {
  appLogin: 'Log in with the app',
  appLoginOpened:
    'Continue in the app. It brings you back to this browser. If nothing opened, the app isn’t on this phone: log in above instead.',
} as const
