/** The platform's own words that the login page needs, too; page-text.ts has the others. */
export const platformText = {
  errorTooManyRequestsSeconds_one: 'Too many tries. Please try again in a second.',
  errorTooManyRequestsSeconds_other: 'Too many tries. Please try again in {{count}} seconds.',
  errorTooManyRequestsFor_one: 'Too many tries. Please try again in a minute.',
  errorTooManyRequestsFor_other: 'Too many tries. Please try again in {{count}} minutes.',
  errorServer: "Sorry, we're having trouble performing that action. Please try again later.",
  errorNotImplemented: 'Sorry, this feature is not implemented.',
  errorOffline: 'The portal cannot be reached. Please check your connection and try again.',
  errorNoAnswer: 'The portal did not answer in time. Please try again.',
  errorGivenUp: 'You stopped waiting for the portal. Try again when the connection is better.',
  errorUnknownOutcome:
    'The portal did not answer, so we don’t know whether this was saved. Look at it again before you repeat it.',
  errorUnknownRepeatable:
    'The portal did not answer, so we don’t know whether this was saved. You can try again: it will be done only once.',
  waiting: 'Waiting for the portal',
  stopWaiting: 'Stop waiting',
  errorStorage:
    'Your browser keeps nothing for this site, or has no room left. Allow site data for it in the browser’s settings, then try again.',
  errorBadAnswer: 'The portal was updated while this page was open. Please reload the page.',

  requiredMarks: 'Fields marked * are required.',
  tryAgain: 'Try again',
  loading: 'Loading',
  lateFailed: 'This could not be loaded.',
  lateFailedUnsaved: 'This could not be loaded. Save your changes, then reload the page.',
  close: 'Close',
  cancel: 'Cancel',

  skipToContent: 'Skip to the content',
  menu: 'Menu',

  'sessionEnd.passwordChanged': 'You were logged out because your password was changed.',
  'sessionEnd.endedElsewhere': 'You were logged out from another device.',
  'sessionEnd.expired': 'Your session has ended.',
  otherMember: 'This browser is logged in as {{name}} now. What was typed here before was not saved.',

  screenFailedTitle: 'Something went wrong on this page',
  screenFailedText: 'Reloading usually helps. If it doesn’t, please tell staff.',
  screenMissingText: 'A file of this page could not be loaded. The page tries again automatically.',
  screenAwayTitle: 'The portal cannot be reached',
  screenAwayText: 'This page opens as soon as the portal is back.',
  screenDatabaseText: 'The portal can’t reach its database. This page opens as soon as it can.',
  reload: 'Reload the page',
} as const
