import type { smsOccasions } from '../messages/words.ts'

/**
 * The one thing that ends a refusal, first what members can do alone. `payOrTalk`: the membership, whose own reason says
 * which of the two. `tryAgain` and `wait` need no button.
 */
export const cures = [
  'signInOnSite',
  'topUp',
  'getCard',
  'payOrTalk',
  'getCertificate',
  'askForAccess',
  'talkToStaff',
  'tryAgain',
  'wait',
] as const

export type Cure = (typeof cures)[number]

/** How screens mark a reason, each with an icon and a colour. `waiting`: it can soon end without staff. */
type RefusalMark = 'refused' | 'waiting' | 'locked' | 'offline' | 'none'

type RefusalWords = {
  mark: RefusalMark
  /** To the member: what is wrong, as a heading. */
  title: string
  /** To the member: why, or what to do about it, in a sentence or two. */
  cause: string
  cure: Cure
  /** In lists, logs and CSV files, after `Refused`. */
  words: string
  /** To staff, as a sentence about the member. */
  staff: string
  /** The text message that the member gets, if the site wants one sent. */
  text: (typeof smsOccasions)[number] | null
  /** The member's own affair: staff who look after devices alone are not told. */
  isPrivate: boolean
  /** It holds on every device, and comes before whatever a device has against the card. */
  isAboutMember: boolean
}

/** Every reason why a card does not work on a device, with all that is said about it anywhere. */
export const refusals = {
  unknownCard: {
    mark: 'refused',
    title: 'This card isn’t known',
    cause: 'It isn’t linked to your account. Someone on site can link it.',
    cure: 'talkToStaff',
    words: 'unknown card',
    staff: 'No member has this card.',
    text: null,
    isPrivate: false,
    isAboutMember: false,
  },
  noCard: {
    mark: 'refused',
    title: 'You don’t have a card yet',
    cause: 'Ask someone on site for one. It opens the doors you have access to.',
    cure: 'getCard',
    words: 'no access card',
    staff: '{{name}} has no card.',
    text: null,
    isPrivate: false,
    isAboutMember: true,
  },
  suspended: {
    mark: 'refused',
    title: 'Staff have suspended your membership',
    cause: 'Your card works again when they lift the suspension.',
    cure: 'talkToStaff',
    words: 'suspended by staff',
    staff: 'The membership of {{name}} is suspended.',
    text: 'inactive_swipe',
    isPrivate: true,
    isAboutMember: true,
  },
  notActive: {
    mark: 'refused',
    title: 'Your membership isn’t active',
    cause: 'Your card works while your membership is active.',
    cure: 'payOrTalk',
    words: 'membership not active',
    staff: 'The membership of {{name}} is not active.',
    text: 'inactive_swipe',
    isPrivate: true,
    isAboutMember: true,
  },
  lockedOut: {
    mark: 'locked',
    title: 'Locked for everyone',
    cause: 'Nothing for you to do; we’ll unlock it when it’s fixed.',
    cure: 'wait',
    words: 'locked for everyone',
    staff: 'The device is locked for everyone.',
    text: 'locked_out_swipe',
    isPrivate: false,
    isAboutMember: false,
  },
  noGrant: {
    mark: 'none',
    title: 'You don’t have access yet',
    cause: 'Ask staff for an induction.',
    cure: 'askForAccess',
    words: 'not granted',
    staff: '{{name}} doesn’t have access to it.',
    text: null,
    isPrivate: false,
    isAboutMember: false,
  },
  /** Screens name the certificates that are missing. */
  noCertificate: {
    mark: 'refused',
    title: 'You need a certificate first',
    cause: 'It shows that you know how to use this safely.',
    cure: 'getCertificate',
    words: 'certificate missing',
    staff: '{{name}} doesn’t have a certificate it needs.',
    text: null,
    isPrivate: false,
    isAboutMember: false,
  },
  notSignedIn: {
    mark: 'waiting',
    title: 'You’re not signed in on site',
    cause: 'Sign in on site first, and your card will work straight away.',
    cure: 'signInOnSite',
    words: 'not signed in on site',
    staff: '{{name}} is not signed in on site.',
    text: null,
    isPrivate: true,
    isAboutMember: false,
  },
  balanceTooLow: {
    mark: 'refused',
    title: 'Your balance is too low',
    cause: 'Top it up first, and your card will work straight away.',
    cure: 'topUp',
    words: 'balance too low',
    staff: '{{name}}’s balance is below the machine’s minimum.',
    text: null,
    isPrivate: true,
    isAboutMember: false,
  },
  /** It takes money from the prepaid balance, which the space turned off. */
  balanceOff: {
    mark: 'locked',
    title: 'Prepaid balances are turned off',
    cause: 'This costs money, and your space doesn’t use prepaid balances right now. Ask staff.',
    cure: 'talkToStaff',
    words: 'prepaid balances turned off',
    staff: 'It is paid from the prepaid balance, which is turned off in the settings.',
    text: null,
    isPrivate: false,
    isAboutMember: false,
  },
  /** It should have worked, but the list that the device stores was behind. */
  staleList: {
    mark: 'waiting',
    title: 'The door doesn’t know your card yet',
    cause:
      'You have access, but the door’s card list was out of date. Try again in a minute, then ask someone on site.',
    cure: 'tryAgain',
    words: 'the door’s card list was out of date',
    staff: 'The door has not received the newest list.',
    text: null,
    isPrivate: false,
    isAboutMember: false,
  },
  /** It was let through, but the relay of the door did not answer. */
  noAnswer: {
    mark: 'offline',
    title: 'The door didn’t answer',
    cause: 'You have access, but the door couldn’t be reached. Try again in a minute, then ask someone on site.',
    cure: 'tryAgain',
    words: 'the door did not answer',
    staff: 'The relay of the door does not answer.',
    text: null,
    isPrivate: false,
    isAboutMember: false,
  },
} as const satisfies Record<string, RefusalWords>

export const grantSources = ['hand', 'default'] as const

export const swipeOutcomes = ['granted', 'refused', 'lockedOut'] as const
