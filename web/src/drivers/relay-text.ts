// On its own: the words about drivers are for staff.
/** What members read who open doors and start machines from the portal. */
export const relayText = {
  listTitle: 'Open or start from here',
  listHint: 'These have no card reader. Use them here.',
  open: 'Open',
  start: 'Start',
  end: 'Stop',
  doIt: '{{verb}} {{name}}',
  opened: '{{name}} is open',
  started: '{{name}} is on',
  ended: '{{name}} is off. Session ended.',
  endedSilently: 'Your session has ended, but {{name}} didn’t answer. Please switch it off yourself.',
  noAnswer: '{{name}} didn’t answer, so nothing happened. Try again in a moment.',
  refused: '{{name}} was refused. See the reason in the list.',
} as const
