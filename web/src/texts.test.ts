import { errors } from '@spacekeeper/contract/error-codes.ts'
import { tooMuch } from '@spacekeeper/contract/field-words.ts'
import { fieldMessages } from '@spacekeeper/contract/fields.ts'
import { expect, test } from 'vitest'
import { portalTexts } from './portal-texts.ts'
import { texts } from './texts.ts'
import { visitorTexts } from './visitor-texts.ts'

const platform = { ...texts.platform, ...portalTexts.platform }
const auth = { ...texts.auth, ...visitorTexts.auth }

test.each([
  ['a valid address', fieldMessages.email, 'Please enter a valid email.'],
  ['a password', fieldMessages.password, 'Please enter a valid password.'],
  ['the same password twice', fieldMessages.passwordsDiffer, "Sorry, but your passwords don't match."],
  ['something at all', fieldMessages.empty, 'This field cannot be empty.'],
  ['less than 30 characters', fieldMessages.tooLong, 'Must be less than 30 characters.'],
  ['a telephone number', fieldMessages.phone, 'Please enter a valid phone number.'],
  ['a day to come', fieldMessages.past, 'Date must be today or in the future.'],
  ['no more than there can be', tooMuch(50), 'Sorry, the maximum is 50.'],
  ['what is marked', platform.requiredMarks, 'Fields marked * are required.'],
])('a field that wants %s says so in the words of the specification', (_, ours, specified) => {
  expect(ours).toBe(specified)
})

test.each([
  ['a wrong password', auth.wrongLogin, 'Your username or password was incorrect.'],
  [
    'an address that is not verified',
    auth.emailNotVerified,
    'Your email address is not verified. We just sent you another link so please try again.',
  ],
  [
    'a login that fails otherwise',
    auth.loginTrouble,
    "Sorry, we're having trouble performing that action. Please try again later.",
  ],
  [
    'a reset that could not be asked for',
    auth.forgotFailed,
    'There was a problem resetting your password. Check your email address or try again later.',
  ],
  ['a reset link that is worth nothing', auth.resetInvalid, 'Your password reset link is invalid.'],
  ['a reset that failed', auth.resetFailed, 'There was a problem resetting your password.'],
  [
    'data that could not be fetched',
    platform.staleData,
    'There was an error fetching new data. Any data that you see may not be up to date.',
  ],
])('%s is told in the words of the specification', (_, ours, specified) => {
  expect(ours).toBe(specified)
})

test.each([
  ['a bad request', errors.badInput.text, /problem with your request/],
  ['no one logged in', errors.notSignedIn.text, /need to be logged in/],
  ['an email that is used already', errors.emailTaken.text, /email already exists/],
  ['a screen name that is used already', errors.screenNameTaken.text, /screen name already exists/],
  ['no payments by card', errors.stripeOff.text, /turned off here, or not set up/],
  ['no mail server', errors.mailNotSetUp.text, /mail server/],
  ['no permission', errors.notAllowed.text, /not have permission/],
  ['no active membership', errors.memberOnly.text, /must be an active member/],
  ['a fault of the server', errors.serverError.text, /^Sorry, we're having trouble performing that action/],
  ['what is not implemented', errors.notImplemented.text, /feature is not implemented/],
  ['a download that failed', platform.downloadFailed, /download failed/],
  ['a text that was not copied', platform.copyFailed, /couldn’t be copied/],
  ['no such page', platform.pageNotFound, /^Page Not Found$/],
])('%s is told in the sense of the specification', (_, ours, specified) => {
  expect(ours).toMatch(specified)
})

test('what the page says where the server said nothing is what the server says', () => {
  expect([platform.errorServer, platform.errorNotImplemented]).toEqual([
    errors.serverError.text,
    errors.notImplemented.text,
  ])
})
