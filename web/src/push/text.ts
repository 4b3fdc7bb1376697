/** The words of notifications on devices. */
export const pushText = {
  heading: 'Notifications on your devices',
  hint: 'Short notices on your phone or computer, also while the portal is closed. They come beside emails, not instead of them.',
  thisDevice: 'This device',
  turnOn: 'Turn on for this device',
  turnedOn: 'Notifications are on for this device',
  blocked:
    'This browser blocks notifications from the portal. Allow them in its settings for this site, then try again.',
  notAnswered:
    'The browser asked whether to allow notifications, and wasn’t given an answer. Try again and choose Allow.',
  failed:
    'This browser couldn’t turn on notifications. Private windows can’t; otherwise check its connection and try again.',
  blockedInApp: 'The phone blocks notifications from this app. Allow them in the phone’s settings, then try again.',
  failedInApp: 'The phone couldn’t turn on notifications. Check its connection and try again.',
  unable: 'This browser can’t show notifications while the portal is closed. Try another one, or an update.',
  needsHttps: 'Notifications need a portal with an https address. Ask staff.',
  needsApp:
    'On an iPhone or iPad, add the portal to the home screen first: tap Share, then Add to Home Screen. Open it from there and turn notifications on.',

  devicesHeading: 'Devices',
  noDevices: 'No device gets notifications yet.',
  endsWithLogin: 'A device stops when you log out on it, or when its login isn’t used for 14 days.',
  endsWithAppLogin: 'A device stops when you log out on it, or when its login isn’t used for a long time.',
  deviceOn: '{{browser}} on {{system}}',
  deviceUnknown: 'Another browser',
  appOn: 'The app on {{app}}',
  'app.android': 'The app on an Android phone',
  'app.ios': 'The app on an iPhone',
  added: 'Added {{moment}}',
  lastSent: 'Last notification {{moment}}',
  'failure.refused': 'The last notification was refused. Turn notifications off and on again on that device.',
  'failure.wrongKey':
    'The phone’s push service doesn’t accept the portal’s key. Ask an administrator: the page Doctor says what to do.',
  'failure.wrongApp':
    'This app belongs to another project than the portal’s key. Ask an administrator to compare the two.',
  'failure.notSetUp': 'Notifications in the app aren’t set up any more. Ask an administrator.',
  'failure.unreachable': 'The last notification could not be delivered in time.',
  remove: 'Turn off',
  removeNamed: 'Turn off notifications on {{name}}',
  removed: '{{name}} gets no more notifications',
  test: 'Send a test',
  testSent: 'A test is on its way to your devices',

  occasionsHeading: 'Tell me when',
  chooseOne: 'Choose at least one; until then, nothing is sent.',
  'occasion.refusedCard': 'My card is refused',
  'occasionHint.refusedCard': 'At a door or a machine, with the reason.',
  'occasion.payments': 'A payment is due or went wrong',
  'occasionHint.payments': 'Reminders of your plan, and payments that failed or came back.',
  'occasion.machineBack': 'An unsafe machine is back',
  'occasionHint.machineBack': 'One that you used lately and that was reported as unsafe.',
  'occasion.meetings': 'A meeting starts',
  'occasionHint.meetings': 'One at which you may vote.',
  'occasion.votes': 'A vote opens',
  'occasionHint.votes': 'One in which you have a vote.',
  'occasion.openings': 'The opening plan changes',
  'occasionHint.openings': 'If you asked for its emails on the page of the opening plan.',
} as const
