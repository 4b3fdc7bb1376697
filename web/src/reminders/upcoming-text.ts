// On its own: members read these, and text.ts is for staff.
/** Words about what happens unless a payment arrives, for members and staff. */
export const upcomingText = {
  upcomingTitle: 'Unless it is paid',
  upcomingOn: '{{day}}',
  upcomingEmail: 'Reminder by email',
  upcomingSms: 'Reminder by text message',
  upcomingAccessEnds: 'Access ends',
  upcomingEnds: 'The membership ends',
  upcomingFor: 'for {{amount}}',
  upcomingProcessing: 'The payment is on its way, so nothing happens now.',
  upcomingPaused: 'The plan is paused, so nothing happens now.',
  upcomingMoreTime: 'More time was given, so no reminder goes out before it is over.',
  upcomingOther: 'No reminders go out at the moment.',
}
