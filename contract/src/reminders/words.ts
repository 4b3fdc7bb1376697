/** What a step does beside writing. */
export const reminderActions = ['none', 'endAccess', 'endMembership'] as const

export type ReminderAction = (typeof reminderActions)[number]

export const reminderActionWords: Readonly<Record<ReminderAction, string>> = {
  none: 'Only writes',
  endAccess: 'Ends access',
  endMembership: 'Ends the membership',
}

export const reminderChannels = ['email', 'sms'] as const

/** What becomes of an unpaid charge when its membership ends. */
export const unpaidChoices = ['keep', 'void'] as const

/** The earliest and the latest day of a step, counted from the day a charge is due. */
export const earliestOffset = -60
export const latestOffset = 365

/** The most steps that a space, or a plan with steps of its own, has. */
export const mostSteps = 20

/** What stands in a template for what is known of the member and the charge, with what it is. */
export const placeholders = {
  name: 'First name',
  amount: 'What is open',
  plan: 'Plan, or what the charge is for',
  due: 'The day it is due',
  accessEnds: 'The first day without access, if nothing is paid',
  reference: 'What to write on a transfer',
  site: 'Name of the space',
} as const

export type Placeholder = keyof typeof placeholders

/** What stands in braces in a template and is no placeholder; null when all is known. */
export const unknownPlaceholder = (template: string): string | null => {
  for (const [found, name = ''] of template.matchAll(/\{([^{}\s]*)\}/g)) {
    if (!Object.hasOwn(placeholders, name)) return found
  }
  return null
}

/** Why a charge whose step has come is left alone, in the order they are asked. */
export const leftOutReasons = [
  'settled',
  'processing',
  'closed',
  'suspended',
  'noPlan',
  'paused',
  'moreTime',
  'toldToday',
  'triedAgain',
  'directDebit',
  'unverified',
] as const

export type LeftOutReason = (typeof leftOutReasons)[number]

export const leftOutWords: Readonly<Record<LeftOutReason, string>> = {
  settled: 'Nothing is open',
  processing: 'The payment is on its way',
  closed: 'The account is closed',
  suspended: 'Suspended',
  noPlan: 'The plan has ended',
  paused: 'The plan is paused',
  moreTime: 'Staff gave more time',
  toldToday: 'An email today said that the card payment failed',
  triedAgain: 'The card is tried again, as an email said',
  directDebit: 'It is collected by direct debit',
  unverified: 'The email address isn’t confirmed',
}
