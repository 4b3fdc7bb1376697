/** Words of the pages of help. */
export const helpText = {
  find: 'Find in the guides',
  forMembers: 'For members',
  forVolunteers: 'For volunteers who run things',
  forAdministrators: 'For administrators',
  found_one: '1 guide',
  found_other: '{{count}} guides',
  nothing: 'No guide has these words',
  nothingText: 'Try fewer words, or look through the whole list.',
  unknown: 'There is no such guide',
  unknownText: 'It may have another name now.',
  allGuides: 'See all guides',
  contents: 'On this page',
} as const
