/** Words of the home page and the error pages. */
export const homeText = {
  home: 'Home',
  links: 'Useful links',
  newTab: 'opens in a new tab',
  open: 'Open',

  forbiddenTitle: 'No permission',
  forbiddenHeading: 'You do not have permission to see this page',
  forbiddenText: 'Only staff can open it. If you need it, ask an administrator for access.',
  memberOnlyTitle: 'For active members',
  memberOnlyHeading: 'You must be an active member to see this page',
  memberOnlyReports: 'Follow the problems you reported',
  memberOnlyActive: 'Your membership is active now, so you can go back and open it.',
  notFoundTitle: 'Page Not Found',
  notFoundHeading: 'This page does not exist',
  notFoundText: 'The address may be mistyped, or the page has moved or is turned off here.',
  contact: 'Write to {{mail}}',
  goHome: 'Go to the home page',
  goLogin: 'Log in',
} as const
