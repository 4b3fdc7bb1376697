/** Words about logging in to other sites, as members read them. */
export const openidText = {
  askTitle: 'Log in to {{name}}?',
  askText: 'You continue to {{host}} as {{member}}.',
  learns: '{{name}} will see:',
  askRemembered: 'You’re not asked again. You can end this in your profile.',
  allow: 'Log in to {{name}}',
  refuse: 'Cancel',
  loginAgain: '{{name}} wants you to log in once more.',
  loginAgainTitle: 'Log in again for {{name}}',
  refusedTitle: 'You can’t log in to {{name}}',
  goneTitle: 'This login has expired',
  goneText: 'It may have taken too long, or it began in another browser. Start again at the site.',
  toDashboard: 'Go to the home page',

  titleApproval: 'Confirm a login',
  approveHint: 'Only log in if you began this yourself just now, in this phone’s browser.',
  approvedTitle: 'Continue in your browser',
  approvedText:
    'Your browser takes you to {{name}}. If it can’t, go back to the browser you began in, and log in there with your password.',
  tryAgain: 'Try again',
  titleApproved: 'Back from the app',
  backFromApp: 'Taking you on',
  backFromAppText: 'You confirmed this login in the app.',
  goOn: 'Continue',
  approvalGoneTitle: 'This login can’t go on here',
  approvalGoneText:
    'It began in another browser, or more than a minute passed. Go back to the browser you began in, or start again at the site.',

  ownTitle: 'Sites you log in to with this account',
  ownText: 'Ending a login logs you out there. The site has to ask you again before it gets your details.',
  ownFacts: 'Last used {{when}}',
  ownOver: 'Not logged in right now',
  ownLearns: 'Sees {{what}}',
  end: 'End',
  endWhich: 'End the login at {{name}}',
  ended: 'Your login at {{name}} has ended',
} as const
