import { greet } from '#platform/mail/greet.ts'
import type { Mail } from '#platform/mail/mail.ts'

type Person = { firstName: string }

export const verifyMail = (input: { person: Person; siteName: string; url: string }): Mail => ({
  subject: 'Verify your email address',
  greeting: greet(input.person),
  paragraphs: [
    `Somebody, probably you, created an account at ${input.siteName} with this address.`,
    'Please verify that the address is yours. After that you can log in.',
  ],
  button: { label: 'Verify email address', url: input.url },
  footnotes: ['The link works once, within 24 hours. If it was not you, you need not do anything.'],
})

export const resetMail = (input: { person: Person; siteName: string; url: string }): Mail => ({
  subject: 'Reset your password',
  greeting: greet(input.person),
  paragraphs: [
    `Somebody, probably you, asked for a new password for your account at ${input.siteName}.`,
    'Choose a new one with the button below. Until you do, your password stays as it is.',
  ],
  button: { label: 'Choose a new password', url: input.url },
  footnotes: ['The link works once, within 24 hours. If it was not you, you need not do anything.'],
})

export const passwordChangedMail = (input: { person: Person; siteName: string; url: string }): Mail => ({
  subject: 'Your password was changed',
  greeting: greet(input.person),
  paragraphs: [
    `The password of your account at ${input.siteName} was just changed. Devices that were logged in before were logged out.`,
    'If that was not you, choose a new password at once and tell the people who run the space.',
  ],
  button: { label: 'Log in', url: input.url },
})

export const inductionMail = (input: { person: Person; siteName: string; url: string }): Mail => ({
  subject: 'Book your induction',
  greeting: greet(input.person),
  paragraphs: [`Welcome to ${input.siteName}. The next step towards becoming a member is an induction.`],
  button: { label: 'Book an induction', url: input.url },
})

export const newAccountMail = (input: {
  person: Person & { lastName: string; screenName: string; email: string; phone: string }
  siteName: string
  url: string
}): Mail => ({
  subject: 'A new account was created',
  paragraphs: [`Somebody created an account at ${input.siteName}. An answer to this mail goes to that address.`],
  facts: [
    { label: 'Name', value: `${input.person.firstName} ${input.person.lastName}` },
    { label: 'Screen name', value: input.person.screenName },
    { label: 'Email', value: input.person.email },
    { label: 'Phone', value: input.person.phone },
  ],
  button: { label: 'Open the portal', url: input.url },
})
