// On its own: the words of the profile page come with it.
/** What asks members to look at their details. */
export const profileDashboardText = {
  titleProfile: 'Profile',
  updateHeading: 'Are your details still right?',
  updateText: 'Please check they’re up to date. Change what’s wrong, or confirm that everything is correct.',
  updateTextShort: 'Please check they’re up to date.',
  updateConfirm: 'All correct',
  updateOpen: 'Review my details',
  updateDone: 'Thank you',
} as const
