// On its own: the page behind a guardian’s link needs no login.
/** Words of the page behind a guardian’s link, which needs no login. */
export const guardianText = {
  titleGuardian: 'Sign as a guardian',
  guardianIntro: '{{name}} wants to join {{site}} and named you as their guardian. Please read what they signed.',
  guardianTypeName: 'Type your full name to sign for {{name}}',
  guardianAgree: 'I am the parent or guardian of {{name}}, have read this and agree.',
  guardianSign: 'Sign for {{name}}',
  guardianDone: 'You signed for {{name}}',
  guardianDoneText: 'Thank you. We’ve emailed you a copy.',
  linkInvalid: 'This link doesn’t work',
  linkInvalidText: 'It may have expired, or another guardian was asked. Please ask for a new link.',
  tryAgain: 'Try again',
} as const
