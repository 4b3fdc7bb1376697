// On its own: the page without the network has no other words of the portal.
/** Words of the page that stands in while the portal cannot be reached. Beside them, those of the digital ID. */
export const offlineText = {
  title: 'You are offline',
  soon: 'The portal opens as soon as you’re back online.',
  text: 'We can’t reach the portal. Your digital ID works without it.',
  noId: 'There’s no digital ID on this device yet. Log in once while you’re online.',
  tooOld: 'The digital ID on this device has expired. Go online once to renew it.',
  asOf: 'As of {{moment}}. Later changes aren’t shown.',
  again: 'Try again',
} as const
