// On its own: the dashboard takes no more of these words.

/** Words of the menu and the dashboard. */
export const issuesMenuText = {
  titleIssue: 'Report a problem',
  cardText: 'Something broken, missing or unsafe? Tell staff, and see what’s known.',
  reportAt: 'Report a problem with {{name}}',
} as const
