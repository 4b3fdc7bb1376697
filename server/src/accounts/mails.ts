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

export const changeLinkMail = (input: { person: Person; siteName: string; url: string }): Mail => ({
  subject: 'Confirm your new email address',
  greeting: greet(input.person),
  paragraphs: [
    `Somebody, probably you, wants to use this address for an account at ${input.siteName}.`,
    'It replaces the old one as soon as you confirm that it is yours. From then on you log in with it.',
  ],
  button: { label: 'Use this address', url: input.url },
  footnotes: ['The link works once, within 24 hours. If it was not you, you need not do anything.'],
})

type EmailChange = { person: Person; siteName: string; siteUrl: string; from: string; to: string }

/** Goes to the old address, while there is time to stop it. */
export const changeAskedMail = ({ person, siteName, siteUrl, from, to }: EmailChange): Mail => ({
  subject: 'A new email address was asked for',
  greeting: greet(person),
  paragraphs: [
    `Somebody, probably you, asked with your password to change the email address of your account at ${siteName} from ${from} to ${to}.`,
    'Nothing changes before the link that was sent to the new address is followed.',
    'If it was not you, stop it: choose a new password at once, with “Forgot your password?” on the login page. That cancels the change and logs out everybody else.',
  ],
  button: { label: 'Go to the login', url: `${siteUrl}/login` },
})

/** Goes to both addresses. */
export const emailChangedMail = ({ person, siteName, siteUrl, from, to }: EmailChange): Mail => ({
  subject: 'The email address of your account was changed',
  greeting: greet(person),
  paragraphs: [
    `The email address of your account at ${siteName} was just changed from ${from} to ${to}. You log in with the new one.`,
    'If that was not you, tell the people who run the space at once.',
  ],
  button: { label: 'Open the portal', url: siteUrl },
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

const person = {
  firstName: 'Sam',
  lastName: 'Sample',
  screenName: 'sam',
  email: 'sam@example.org',
  phone: '0491 570 006',
}

/** Every mail about an account, to somebody made up; its links lead nowhere. */
export const sampleAccountMails = (site: { siteName: string; url: string }): { kind: string; mail: Mail }[] => {
  const facts = { person, ...site }
  const link = { ...facts, url: `${site.url}/a-link-that-works-once` }
  return [
    { kind: 'verifyEmail', mail: verifyMail(link) },
    { kind: 'resetPassword', mail: resetMail(link) },
    { kind: 'passwordChanged', mail: passwordChangedMail(facts) },
    { kind: 'induction', mail: inductionMail(facts) },
    { kind: 'newAccount', mail: newAccountMail(facts) },
  ]
}

export const returningMail = (input: {
  person: Person & { lastName: string; email: string }
  formerId: number
  siteName: string
  url: string
}): Mail => ({
  subject: 'Somebody who was suspended may be back',
  paragraphs: [
    `An account was created at ${input.siteName} with the email or phone number of somebody who closed his account while he was suspended (member number ${input.formerId}). Look before you make him a member.`,
  ],
  facts: [
    { label: 'Name', value: `${input.person.firstName} ${input.person.lastName}` },
    { label: 'Email', value: input.person.email },
  ],
  button: { label: 'Look at the new account', url: input.url },
})
