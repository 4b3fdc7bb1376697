import { authApi } from '@spacekeeper/contract/auth/routes.ts'
import { billingApi } from '@spacekeeper/contract/billing/routes.ts'
import { staffPlansApi } from '@spacekeeper/contract/billing/staff-routes.ts'
import { ErrorBody } from '@spacekeeper/contract/errors.ts'
import { membersApi } from '@spacekeeper/contract/members/routes.ts'
import { plansApi } from '@spacekeeper/contract/plans/routes.ts'
import { profileApi } from '@spacekeeper/contract/profile/routes.ts'
import type { Route } from '@spacekeeper/contract/route.ts'
import { signupApi } from '@spacekeeper/contract/signup/routes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestOf } from './client.testing.ts'
import { aMember } from './members/factory.ts'
import { startTestPortal, type TestPortal } from './portal.testing.ts'

const email = 'Please enter a valid email.'
const password = 'Please enter a valid password.'
const empty = 'This field cannot be empty.'
const tooLong = 'Must be less than 30 characters.'
const phone = 'Please enter a valid phone number.'
const short = 'Must be at least 8 characters.'
const long = 'x'.repeat(31)

type Case = [field: string, value: string, message: string]
type Form = { route: Route; valid: Record<string, unknown>; cases: Case[] }

const shortText = (field: string): Case[] => [
  [field, '', empty],
  [field, '   ', empty],
  [field, long, tooLong],
]
const address: Case[] = [
  ['email', '', email],
  ['email', 'no-address', email],
  ['email', 'two@example.org, three@example.org', email],
  ['email', 'x&values[0]=victim', email],
  ['email', `${'x'.repeat(250)}@example.org`, email],
]
const numbers = (field: string): Case[] => [
  [field, 'call me', phone],
  [field, '12345', phone],
  [field, '1'.repeat(16), phone],
  [field, '1'.repeat(31), phone],
]
const chosen = (field: string): Case[] => [
  [field, '', password],
  [field, 'seven77', short],
]

const person = {
  email: 'new@example.org',
  firstName: 'Ann',
  lastName: "O'Neill",
  screenName: 'ann',
  mobile: '+61 400 000 000',
  password: 'correct horse battery',
}
const personCases = [
  ...address,
  ...shortText('firstName'),
  ...shortText('lastName'),
  ...shortText('screenName'),
  ...numbers('mobile'),
  ['mobile', '', empty] satisfies Case,
  ...chosen('password'),
]

/** Every form a person fills in, with what each of its fields says to what is wrong: §5 of the specification. */
const forms: Record<string, Form> = {
  login: {
    route: authApi.login,
    valid: { email: person.email, password: 'x' },
    cases: [...address, ['password', '', password]],
  },
  registration: {
    route: authApi.register,
    valid: person,
    cases: [...personCases, ['vehicleRegistrationPlate', long, tooLong]],
  },
  'first administrator': { route: authApi.createFirstAdmin, valid: { ...person, token: 'x' }, cases: personCases },
  'forgotten password': { route: authApi.resetPassword, valid: {}, cases: address },
  'new password': { route: authApi.resetPassword, valid: { token: 'x' }, cases: chosen('password') },
  'change of password': {
    route: profileApi.changePassword,
    valid: { current: 'x', new: 'correct horse battery' },
    cases: [...chosen('new'), ['current', '', password]],
  },
  'change of address': {
    route: profileApi.requestEmailChange,
    valid: { email: person.email, password: 'x' },
    cases: [...address, ['password', '', password]],
  },
  profile: {
    route: profileApi.update,
    valid: {},
    cases: [
      ...shortText('firstName'),
      ...shortText('lastName'),
      ...shortText('screenName'),
      ...numbers('phone'),
      ['vehicleRegistrationPlate', long, tooLong],
    ],
  },
  'member, for staff': {
    route: membersApi.updateDetails,
    valid: { memberId: 1 },
    cases: [
      ...address,
      ...shortText('firstName'),
      ...shortText('lastName'),
      ...shortText('screenName'),
      ...numbers('phone'),
      ['vehicleRegistrationPlate', long, tooLong],
    ],
  },
  'coupon, when it is made': {
    route: plansApi.addCoupon,
    valid: {},
    cases: [
      ['code', long, tooLong],
      ['code', 'A_B', 'At least 3 letters, digits and hyphens.'],
    ],
  },
  'coupon, for a plan': {
    route: billingApi.applyCoupon,
    valid: {},
    cases: [
      ['couponCode', long, tooLong],
      ['couponCode', ' ', empty],
    ],
  },
  'coupon, for the plan of a member': {
    route: staffPlansApi.useMemberCoupon,
    valid: { memberId: 1 },
    cases: [['couponCode', long, tooLong]],
  },
  'coupon, when joining': { route: signupApi.quotePlan, valid: { planId: 1 }, cases: [['couponCode', long, tooLong]] },
  suspension: { route: membersApi.suspend, valid: { memberId: 1 }, cases: [['reason', ' ', empty]] },
  card: {
    route: membersApi.addCard,
    valid: { memberId: 1, number: '4711' },
    cases: [
      ['number', ' ', empty],
      ['label', long, tooLong],
    ],
  },
}

let portal: TestPortal
let session: string
beforeAll(async () => {
  portal = await startTestPortal()
  session = await portal.sessionOf((await aMember(portal.db, { isAdmin: true })).id)
})
afterAll(() => portal.close())

const send = ({ route, valid }: Form, wrong: Record<string, string>) => {
  const { path, body } = requestOf(route, { ...valid, ...wrong })
  return portal.app.inject({
    method: route.method,
    url: path,
    cookies: { csrftoken: 'x', ...(route.access !== 'anyone' && { sessionid: session }) },
    headers: { 'x-csrftoken': 'x' },
    payload: body ?? {},
  })
}

const cases = Object.entries(forms).flatMap(([name, form]) =>
  form.cases.map(([field, value, message]) => ({ name, form, field, value, message, shown: value.slice(0, 34) })),
)

test.each(cases)('$name says at $field to “$shown”: $message', async ({ form, field, value, message }) => {
  const answer = await send(form, { [field]: value })
  expect(answer.statusCode).toBe(400)
  const { fields } = ErrorBody.parse(answer.json())
  expect(fields?.filter((one) => one.field === field)).toEqual([{ field, message }])
})

test('thirty characters and eight are enough, and letter case in an address is no mistake', async () => {
  const answer = await send(
    { route: authApi.register, valid: person, cases: [] },
    { email: 'Upper.Case@Example.ORG', firstName: 'x'.repeat(30), password: 'kx7-pqz9' },
  )
  expect(answer.statusCode).toBe(200)
})
