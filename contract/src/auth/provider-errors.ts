import type { ErrorSentence } from '../error-sentence.ts'

/** Errors of logging in with the account of another provider. */
export const providerErrors = {
  lastProvider: {
    status: 409,
    text: 'This account is your only way to log in. Choose a password first, or add a passkey.',
  },
  providersFull: { status: 409, text: 'There are 10 providers already. Remove one first.' },
  providerOff: { status: 403, text: 'Logging in with this provider is turned off. Log in another way.' },
  providerAway: {
    status: 409,
    text: 'We can’t reach the provider right now. Try again in a few minutes, or log in another way.',
  },
  providerLoginGone: {
    status: 409,
    text: 'This login was already used, took too long or was begun in another browser. Start again.',
  },
  providerCancelled: { status: 409, text: 'You cancelled at the provider. Nothing has changed.' },
  providerRefused: {
    status: 409,
    text: 'The provider refused the login. Try again. If it keeps happening, tell staff.',
  },
  providerMixedUp: {
    status: 409,
    text: 'The answer came from another provider than the one you chose, so we didn’t use it. Start again.',
  },
  providerForged: {
    status: 409,
    text: 'The provider’s answer doesn’t belong to this login, so we didn’t use it. Start again.',
  },
  providerClock: {
    status: 409,
    text: 'The clocks of the provider and of this portal differ too much. Please tell the people who run the space.',
  },
  providerOtherPerson: {
    status: 409,
    text: 'That is another account than the one you linked, or another member has logged in here since. Start again.',
  },
  providerNoEmail: {
    status: 409,
    text: 'The provider didn’t tell us your email address, so we can’t find your account. Log in another way, then link it in your profile.',
  },
  providerUnconfirmed: {
    status: 409,
    text: 'The provider hasn’t confirmed your email address. Confirm it there, or log in another way and link it in your profile.',
  },
  providerMemberUnconfirmed: {
    status: 409,
    text: 'An account here has this email address, but the address isn’t confirmed yet. Confirm it with the link in your inbox, or ask staff, then try again.',
  },
  providerOtherAccount: {
    status: 409,
    text: 'Your account here is linked to another account at this provider. Log in another way, and unlink that one in your profile first.',
  },
  providerLinked: { status: 409, text: 'Another member here has already linked this account.' },
  providerNoAccount: {
    status: 409,
    text: 'No account here has this email address. Create an account first, or use the address you joined with.',
  },
} as const satisfies Record<string, ErrorSentence>
