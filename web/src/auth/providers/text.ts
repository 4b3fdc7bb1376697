/** Words of logging in with an account elsewhere, and of linking one. */
export const providersText = {
  providerWorking: 'Logging you in',
  providerFailed: 'You aren’t logged in',
  providerNotDone: 'That didn’t work',
  providerToSecurity: 'Back to login and security',
  providerCodeHeading: 'One more step',
  providerCodeHint: 'Your account here asks for a code as well.',
  providerRegisterHeading: 'Welcome',
  providerRegisterHint:
    '{{name}} knows you, and no account here has your email address yet. Check these details to create one.',
  providerRegisterEmail: 'Email',
  providerRegisterEmailHint: '{{name}} has confirmed it, so you don’t have to.',
  providerHaveAccount:
    'Already have an account with another email? Log in with it, then link {{name}} in your profile.',
  providerLinkedDone: 'Your account at {{name}} is linked',
  providerConfirmedDone: 'Thank you. Now repeat what you were doing.',
  providerTestWell: 'The login works',
  providerTestBad: 'The provider works, but this login would be refused',
  providerTestClaims: 'What {{name}} says of you',
  providerTestClaim: 'Detail',
  providerTestValue: 'Value',
  providerTestBack: 'Back to the providers',
} as const
