/** What a space may ask of those who join. Which of them, and in which order, is a setting; the first begins. */
export const chosenSteps = ['plan', 'agreement', 'induction', 'card'] as const

export type ChosenStep = (typeof chosenSteps)[number]

export const chosenStepWords: Readonly<Record<ChosenStep, string>> = {
  plan: 'Choose a plan',
  agreement: 'Sign the agreements',
  induction: 'Take the induction',
  card: 'Register a card',
}

/** Leads to the page of joining, at an address that only our own front end has: proxies in front of another one pass it on. */
export const joiningPath = '/account/joining'

/** Every step there can be. Paying follows choosing a plan, and the decision of staff comes last. */
export const signupSteps = ['plan', 'payment', 'agreement', 'induction', 'card', 'approval'] as const

export type SignupStep = (typeof signupSteps)[number]

/** So long each takes, in minutes; those that wait for other people take none of one’s own. */
export const stepMinutes: Readonly<Record<SignupStep, number>> = {
  plan: 1,
  payment: 1,
  agreement: 2,
  induction: 20,
  card: 1,
  approval: 0,
}

/** `waiting`: the member has done their part, and a payment, a guardian or staff is awaited. */
export const stepStates = ['done', 'open', 'waiting'] as const

export type StepState = (typeof stepStates)[number]

export const applicationStates = ['waiting', 'asked', 'accepted', 'declined', 'withdrawn'] as const

export type ApplicationState = (typeof applicationStates)[number]

/** What existing clients look for where joining cannot be completed, or a plan was not taken. */
export const signupMessages = {
  notMet: 'signup.requirementsNotMet',
} as const

/** The steps under the names existing clients know. */
export const outsideSteps = ['induction', 'accessCard'] as const

/** What is in the way of completing joining, for those who read the answer. */
export const completionItems = [
  'suspended',
  'plan',
  'payment',
  'agreement',
  'induction',
  'accessCard',
  'approval',
] as const

export type CompletionItem = (typeof completionItems)[number]

/**
 * The one thing a member does next. `pay`: all that is missing is money. `apply`: their application is to be sent. `wait`:
 * others have to do something first.
 */
export const ownSteps = ['plan', 'pay', 'agreement', 'induction', 'card', 'apply', 'wait'] as const

export type OwnStep = (typeof ownSteps)[number]
