/** Where a rehearsal is. `impossible`: this machine has no embedded database to play it on. */
export const rehearsalStates = ['none', 'impossible', 'starting', 'ready', 'working', 'failed'] as const

export type RehearsalState = (typeof rehearsalStates)[number]

/** How far the clock goes: a day, a week, to the next day something is charged, or to a day. */
export const rehearsalMoves = ['day', 'week', 'payment', 'date'] as const

/** What the member, or the treasurer, does. */
export const rehearsalActs = [
  'join',
  'failCard',
  'expireCard',
  'askConfirmation',
  'mendCard',
  'pay',
  'cancel',
  'takeBack',
  'pause',
  'endPause',
  'changePlan',
  'refund',
  'dispute',
  'winDispute',
] as const

export type RehearsalAct = (typeof rehearsalActs)[number]

/** How the card or account of the member behaves. */
export const rehearsalCards = ['none', 'good', 'expiring', 'declined', 'needsConfirmation', 'account'] as const

export type RehearsalCard = (typeof rehearsalCards)[number]

export const rehearsalWays = ['card', 'debit'] as const

/** What a line of the story tells. */
export const storyKinds = [
  'begun',
  'act',
  'charge',
  'chargeVoid',
  'payment',
  'paidBack',
  'processing',
  'refused',
  'needsConfirmation',
  'planBegun',
  'planChanged',
  'planState',
  'cancelled',
  'takenBack',
  'doorOpen',
  'doorClosed',
  'email',
  'sms',
  'impossible',
] as const

export type StoryKind = (typeof storyKinds)[number]
