// On its own: these words come with those of all pages of staff.
/** Words about labels that only staff read. */
export const staffLabelsText = {
  titleManageTickets: 'Tickets of members',
  printLabel: 'Print label',
  deviceLabel: 'Label',
  deviceLabelText: 'To stick on it. Members scan the code and read whether they can use it, and why not.',
  deviceLabelTitle: 'Label of {{name}}',
} as const
