// On its own: the dashboard and kiosks load these words without those of the page.
export const openingsCardText = {
  today: 'Today',
  hours: '{{from}} to {{until}}',
  openUntil: 'Open now until {{until}}',
  opensNext: 'Opens next: {{day}}, {{hours}}',
  nextHeading: 'Opening plan',
  seePlan: 'See the opening plan',
  noneSoon: 'No opening is planned for the next two weeks.',
} as const
