// On its own: the words of the one page of the domain come with it.
/** Words about going on to a Discourse forum. */
export const ssoText = {
  titleForum: 'To the forum',
  going: 'Taking you to {{host}}',
  goingText: 'You’re logged in there with your account here.',
  goNow: 'Go to {{host}} now',
  failed: 'You can’t log in to the forum',
  suspended: 'Your membership is suspended. Please speak to staff.',
  toDashboard: 'Go to the home page',
} as const
