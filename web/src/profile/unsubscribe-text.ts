// On its own: the page needs no login, so its words come before those of the profile.

/** Words of the page that the link in a news email opens, which needs no login. */
export const unsubscribeText = {
  titleUnsubscribe: 'News by email',
  newsIsOn: 'You get news from {{site}} by email.',
  newsStillGet: 'You still get emails about your account and your membership.',
  turnOff: 'Unsubscribe',
  newsIsOff: 'You’re unsubscribed. {{site}} no longer emails you news.',
  turnOn: 'Subscribe again',
  linkInvalid: 'This link doesn’t work',
  linkInvalidHint: 'It may be incomplete. You can also turn off news in your profile.',
  tryAgain: 'Try again',
  toProfile: 'Open my profile',
} as const
