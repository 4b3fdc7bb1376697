// On its own: the page behind a holder’s link needs no login.
/** Words of the page behind the link in a holder’s email, which needs no login. */
export const proxyRequestText = {
  titleRequest: 'Vote for another member',
  requestIntro: '{{principal}} can’t come to the {{meeting}} on {{day}} and asks you, {{holder}}, to vote for them.',
  requestHint: 'If you accept, you vote for them besides yourself, and can’t give your own proxy for this meeting.',
  requestAccept: 'Accept',
  requestDecline: 'Decline',
  requestAccepted: 'You vote for {{principal}}',
  requestAcceptedText: 'At the {{meeting}} on {{day}}. If you can’t come after all, give the proxy back in the portal.',
  requestDeclined: 'You declined',
  requestDeclinedText: 'We’ve emailed {{principal}}, so that they can ask another member.',
  requestOver: 'This proxy has ended',
  requestOverText: 'There’s nothing left for you to do.',
  requestRefused: 'You can’t accept this proxy',
  linkInvalid: 'This link doesn’t work',
  linkInvalidText: 'It may be old, or the proxy was given to another member. Your proxies are in the portal.',
  tryAgain: 'Try again',
} as const
