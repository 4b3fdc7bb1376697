/** English words of the login page. */
export const loginText = {
  titleLogin: 'Log in',

  email: 'Email',
  password: 'Password',
  showPassword: 'Show password',

  loginHeading: 'Log in',
  loginHint: 'Use the email you joined with.',
  login: 'Log in',
  loggedIn: 'Logged in',
  forgotPassword: 'Forgot your password? Get a link by email',
  wrongLogin: 'Your username or password was incorrect.',
  emailNotVerified: 'Your email address is not verified. We just sent you another link so please try again.',
  emailNotVerifiedNoMail:
    'Your email address is not verified. This portal has no mail server, so no link was sent. Staff can confirm your address.',
  wrongAddress: 'Wrong address, or no email?',
  loginTrouble: "Sorry, we're having trouble performing that action. Please try again later.",
  waitSeconds_one: 'Too many tries. Please wait a second, then try again.',
  waitSeconds_other: 'Too many tries. Please wait {{count}} seconds, then try again.',
  waitMinutes_one: 'Too many tries. Please wait a minute, then try again.',
  waitMinutes_other: 'Too many tries. Please wait {{count}} minutes, then try again.',

  linkRequest: 'Email me a link to log in',
  linkSent:
    'If that address has an account, its inbox has a link to log in now, or in a moment. It works for 30 minutes. Check your spam folder, too.',
  linkAtKiosk: 'You can also hold your card to the reader.',

  joinHeading: 'New to {{siteName}}?',
  joinHeadingShort: 'New here?',
  joinTwo: 'Joining is two steps, both online.',
  joinThree: 'Joining is three steps, most of them online.',
  joinFour: 'Joining is four steps, most of them online.',
  joinShort: 'An account takes two minutes. You can look around before you join.',
  stepAccount: 'Create an account',
  stepAccountHint: 'Two minutes, no payment needed.',
  stepEmail: 'Confirm your email',
  stepEmailHint: 'With the link we send you.',
  stepEmailHintNoMail: 'Staff do this for you.',
  stepInduction: 'Take the induction',
  stepInductionHint: 'Online, once.',
  stepCard: 'Pick up your card',
  stepCardHint: 'It opens the doors you have access to.',
  createAccount: 'Create an account',

  forgotHeading: 'Get a new password',
  forgotHint: 'We’ll email you a link. It expires in 24 hours.',
  sendLink: 'Send link',
  cancel: 'Cancel',
  close: 'Close',
  forgotSent: 'If that address has an account, we’ve sent a link. Use the newest email. Check your spam folder, too.',
  forgotNoMail:
    'This portal has no mail server, so it can’t email you a link. Staff can give you one to choose a new password.',
  forgotFailed: 'There was a problem resetting your password. Check your email address or try again later.',
  writeToStaff: 'Write to {{mail}}',
} as const
