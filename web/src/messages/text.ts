/** English words of the outbox: what the portal sent, and the work behind it that failed. */
export const messagesText = {
  titleMessages: 'Messages',

  stateQueued: 'Waiting',
  stateSent: 'Sent',
  stateKept: 'Kept here',
  stateFailed: 'Not sent',
  stateCancelled: 'Stopped',
  tries_one: 'one try',
  tries_other: '{{count}} tries',

  noMailTitle: 'No mail server is set up',
  noMailText:
    'Nobody gets mail from this portal. What it would send is kept here for administrators to read and pass on, links included. To send it, start the portal with SMTP_URL set, such as smtp://user:password@mail.example.org:587.',

  columnState: 'State',
  emptyTitle: 'No messages yet',
  emptyText:
    'What the portal writes to people stands here, newest first: links to confirm an email or to choose a new password, and notices to staff. The first one comes when somebody creates an account.',
  showMore: 'Show older messages',

  message: 'Message',
  to: 'To',
  written: 'Written',
  sentAt: 'Sent',
  error: 'Reason',
  notKept: 'The text was not kept, because it carried a secret link.',
  forAdmins: 'It carries a link that lets its holder in, so only administrators can read it.',
  copy: 'Copy text',
  copied: 'Copied',
  copyFailed: 'The text could not be copied. Select it and copy it by hand.',
  close: 'Close',

  failedJobs: 'Failed background work',
  failedJobsText: 'Work behind the scenes whose last try failed, such as sending mail.',
  givenUp: 'Given up',
  triesAgain: 'Tries again {{moment}}',
} as const
