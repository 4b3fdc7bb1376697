// On its own: the page without the network has no other words of the portal.
/** Words of the page that stands in while the portal cannot be reached. Beside them, those of the digital ID. */
export const offlineText = {
  title: 'You are offline',
  soon: 'The portal opens here by itself as soon as we can reach it.',
  text: 'We can’t reach the portal. Your digital ID works without it.',
  noId: 'There is no digital ID on this device. Log in while you are connected; then it is here without a connection.',
  tooOld: 'The digital ID on this device is too old. Connect once, and it is here again.',
  asOf: 'As of {{moment}}. What changed since then doesn’t show here.',
  again: 'Try again',
} as const
