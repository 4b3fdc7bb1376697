/** Words about how long data is kept. */
export const retentionText = {
  intro:
    'Every night at 3:30 UTC the portal deletes what is older than this. Nothing else deletes it, and nothing brings it back.',
  limitedHeading: 'Kept for a time',
  othersHeading: 'Kept without a limit',
  othersHint: 'No setting changes these.',
  days_one: '{{count}} day',
  days_other: '{{formatted}} days',
  years_one: '{{count}} year',
  years_other: '{{formatted}} years',
  forEver: 'For ever',
  change: 'Change',
  changeOf: 'Change: {{title}}',
  neverRan: 'Nothing has been deleted yet.',
  ran_zero: 'Cleaned up {{when}}: there was nothing to delete.',
  ran_one: 'Cleaned up {{when}}: {{formatted}} deleted.',
  ran_other: 'Cleaned up {{when}}: {{formatted}} deleted.',
  total: '{{formatted}} in total.',
  late: 'The clean-up has not finished since {{when}}. Messages lists failed background tasks.',
  ownOpen: 'How long we keep it',
  ownList: 'How long we keep your data',
} as const
