// On its own: the words of the one page of the domain come with it.
/** Words about going on to a Discourse forum. */
export const ssoText = {
  titleForum: 'To the forum',
  going: 'Taking you to {{host}}',
  goingText: 'You’re logged in there with your account here.',
  goNow: 'Go to {{host}} now',
  failed: 'You can’t log in to the forum',
  suspended: 'Your membership is suspended. Please speak to staff.',
  askTitle: 'Log in to {{host}}?',
  askText: 'You continue to {{host}} as {{member}}.',
  askHint: 'Only log in if you began this yourself just now, in this phone’s browser.',
  logIn: 'Log in to {{host}}',
  cancel: 'Cancel',
  openedTitle: 'Continue in your browser',
  openedText:
    'Your browser takes you to {{host}}. If it can’t, go back to the browser you began in, and log in there with your password.',
  toDashboard: 'Go to the home page',
} as const
