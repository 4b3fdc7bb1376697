import { expect, test } from 'vitest'
import { z } from 'zod'
import { currencies } from './currencies.ts'
import { commandFacts } from './devices/words.ts'
import { errors } from './error-codes.ts'
import { contract } from './index.ts'
import { readTypes, transactionTypes } from './memberbucks/words.ts'
import { memberStates, subscriptionStates } from './members/words.ts'
import { planIntervals } from './plans/words.ts'
import { levelsOf, type Route } from './route.ts'

/** What docs/specification.md lists of calls and of the fields of entities. More fields are never a fault, fewer are. */
const routes = Object.values(contract).flatMap((part) => Object.values<Route>(part))

const routeAt = (call: string): Route => {
  const found = routes.find(({ method, path }) => `${method} ${path}` === call)
  if (!found) throw new Error(`There is no ${call}.`)
  return found
}

type Shape = z.core.JSONSchema._JSONSchema

/** The names in a shape, with those below it as `name.first`; a list counts as what is in it. */
const namesIn = (shape: Shape | undefined): string[] => {
  if (typeof shape !== 'object') return []
  const own = Object.entries(shape.properties ?? {}).flatMap(([name, inner]) => [
    name,
    ...namesIn(inner).map((below) => `${name}.${below}`),
  ])
  const items = Array.isArray(shape.items) ? shape.items : [shape.items]
  return [...own, ...[...items, ...(shape.anyOf ?? [])].flatMap(namesIn)]
}
const outputNames = (schema: z.ZodType) => namesIn(z.toJSONSchema(schema, { unrepresentable: 'any' }))
const inputNames = (schema: z.ZodType | undefined) =>
  schema ? namesIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })) : []

test.each<[call: string, sent: string[], answered: string[]]>([
  [
    'GET /api/config/',
    [],
    [
      'general.siteName',
      'general.siteOwner',
      'general.siteLocaleCurrency',
      'contact',
      'homepageCards',
      'webcamLinks',
      'keys',
      'features',
      'images',
      'theme',
      'analyticsId',
      'kioskId',
      'kioskIp',
    ],
  ],
  ['GET /api/access/permissions/', [], ['doors', 'interlocks']],
  ['GET /api/profile/', [], ['firstJoined']],
  ['GET /api/loggedin/', [], []],
  ['GET /api/sitesessions/check/', [], []],
  ['POST /api/login/', ['email', 'password', 'sso'], ['redirect']],
  ['POST /api/token/obtain/', ['email', 'password'], ['access', 'refresh']],
  ['POST /api/token/refresh/', ['refresh'], ['access', 'refresh']],
  ['POST /api/password/reset/', ['email', 'token', 'password'], ['success']],
  ['PUT /api/kiosks/', ['name', 'kioskId'], []],
  ['GET /api/memberbucks/balance/', [], ['balance']],
  ['GET /api/statistics/', [], ['on_site']],
])('%s takes and answers what the specification names', (call, sent, answered) => {
  const { body, output } = routeAt(call)
  expect(inputNames(body)).toEqual(expect.arrayContaining(sent))
  expect(outputNames(output)).toEqual(expect.arrayContaining(answered))
})

test.each([
  '/api/kiosks/',
  '/api/tools/lastseen/',
  '/api/tools/meetings/',
  '/api/proxies/',
  '/api/tools/members/',
  '/api/memberbucks/transactions/',
  '/api/meetings/',
  '/api/meetings/types/',
  '/api/admin/doors/',
  '/api/admin/interlocks/',
  '/api/admin/memberbucks-devices/',
  '/api/admin/tiers/',
])('GET %s answers a list', (path) => {
  expect(z.toJSONSchema(routeAt(`GET ${path}`).output, { unrepresentable: 'any' })).toMatchObject({ type: 'array' })
})

test('recent swipes are a list for doors and one for interlocks', () => {
  const { properties } = z.toJSONSchema(routeAt('GET /api/tools/swipes/').output)
  expect(properties).toMatchObject({ doors: { type: 'array' }, interlocks: { type: 'array' } })
})

test('a type of meeting has a label and a value', () => {
  expect(outputNames(routeAt('GET /api/meetings/types/').output)).toEqual(['label', 'value'])
})

test('nothing under /api/admin/ is open to a member without permissions', () => {
  const open = routes.filter(
    ({ path, access }) =>
      path.startsWith('/api/admin/') &&
      levelsOf(access).some((level) => level !== 'admin' && !level.startsWith('staff.')),
  )
  expect(open.map(({ method, path }) => `${method} ${path}`)).toEqual([])
})

const plan = ['id', 'name', 'currency', 'cost', 'intervalAmount', 'interval']
const tier = ['id', 'name', 'description', 'featured', 'plans', ...plan.map((name) => `plans.${name}`)]

const device = [
  'ipAddress',
  'lastSeen',
  'defaultAccess',
  'maintenanceLockout',
  'playThemeOnSwipe',
  'exemptFromSignin',
  'hiddenToMembers',
]

test.each<[entity: string, call: string, names: string[]]>([
  [
    'profile',
    'GET /api/profile/',
    [
      'id',
      'admin',
      'email',
      'excludeFromEmailExport',
      'registrationDate',
      'lastUpdatedProfile',
      'screenName',
      'name.first',
      'name.last',
      'name.full',
      'phone',
      'state',
      'vehicleRegistrationPlate',
      'rfid',
      'memberBucks.balance',
      'memberBucks.lastPurchase',
      'updateProfileRequired',
      'lastSeen',
      'lastInduction',
      'stripe.cardExpiry',
      'stripe.last4',
      'subscriptionStatus',
    ],
  ],
  ['membership plan', 'GET /api/billing/tiers/', plan.map((name) => `plans.${name}`)],
  [
    'plan as staff see it',
    'GET /api/admin/plans/',
    ['stripeId', 'currency', 'cost', 'intervalCount', 'intervalAmount', 'interval', 'visible'],
  ],
  ['membership tier', 'GET /api/billing/tiers/', tier],
  ['tier as staff see it', 'GET /api/admin/tiers/', ['id', 'name', 'description', 'featured', 'plans']],
  [
    'subscription',
    'GET /api/billing/myplan/',
    [
      'billingCycleAnchor',
      'cancelAt',
      'cancelAtPeriodEnd',
      'currentPeriodEnd',
      'startDate',
      'status',
      'membershipPlan',
      'membershipTier',
    ].map((name) => `subscription.${name}`),
  ],
  [
    'billing summary of a member',
    'GET /api/admin/members/:memberId/billing/',
    [
      'subscription.status',
      'subscription.plan',
      'subscription.startDate',
      'subscription.endDate',
      'memberbucks.balance',
      'memberbucks.stripe_card_last_digits',
      'memberbucks.stripe_card_expiry',
      'memberbucks.transactions',
      'memberbucks.lastPurchase',
    ],
  ],
  ['transaction', 'GET /api/memberbucks/transactions/', ['amount', 'type', 'description', 'date']],
  ['meeting', 'GET /api/meetings/', ['date', 'chair', 'meetingType.label', 'meetingType.value', 'name', 'description']],
  ['kiosk', 'GET /api/kiosks/', ['name', 'kioskId', 'kioskIp', 'lastSeen']],
  ['door', 'GET /api/admin/doors/', device],
  ['interlock', 'GET /api/admin/interlocks/', device],
  ['vending machine', 'GET /api/admin/memberbucks-devices/', device],
  [
    'member as staff see them',
    'GET /api/admin/members/:memberId/profile/',
    ['id', 'state', 'registeredAt', 'isAdmin', 'excludeFromEmailExport', 'vehicleRegistrationPlate'],
  ],
  [
    'statistic',
    'GET /api/statistics/',
    [
      'on_site.members',
      'on_site.count',
      ...['member_count_total', 'member_count_6_months_total', 'member_count_12_months_total'].flatMap((name) => [
        `${name}.date`,
        `${name}.data.state`,
        `${name}.data.total`,
      ]),
      'subscription_count_total.date',
      'subscription_count_total.data.state',
      'subscription_count_total.data.total',
      'memberbucks_balance_total.date',
      'memberbucks_balance_total.data.value',
      'memberbucks_transactions_total.date',
      'memberbucks_transactions_total.data.type',
      'memberbucks_transactions_total.data.total',
    ],
  ],
])('a %s (%s) has the fields of the specification', (_, call, names) => {
  expect(outputNames(routeAt(call).output)).toEqual(expect.arrayContaining(names))
})

test.each<[form: string, call: string, names: string[]]>([
  ['a new plan', 'POST /api/admin/plans/', ['currency', 'cost', 'intervalCount', 'interval', 'visible']],
  ['a new meeting', 'POST /api/meetings/', ['date', 'chair', 'type.value', 'name', 'description']],
  [
    'a registration',
    'POST /api/register/',
    ['email', 'firstName', 'lastName', 'mobile', 'screenName', 'password', 'vehicleRegistrationPlate'],
  ],
  [
    'the details of a member',
    'PUT /api/admin/members/:memberId/profile/',
    [
      'email',
      'rfidCard',
      'firstName',
      'lastName',
      'phone',
      'screenName',
      'isAdmin',
      'vehicleRegistrationPlate',
      'excludeFromEmailExport',
    ],
  ],
])('the form of %s (%s) sends the fields of the specification', (_, call, names) => {
  expect(inputNames(routeAt(call).body)).toEqual(expect.arrayContaining(names))
})

test.each<[what: string, ours: readonly string[], specified: string[]]>([
  ['states of members', memberStates, ['noob', 'active', 'inactive', 'accountonly']],
  ['states of a subscription', subscriptionStates, ['inactive', 'active', 'cancelling']],
  ['intervals', planIntervals, ['day', 'week', 'month', 'year']],
])('the %s are those of the specification', (_, ours, specified) => {
  expect(ours).toEqual(specified)
})

test('each locale of the specification has its currency', () => {
  expect(currencies).toMatchObject({ 'en-AU': 'AUD', 'en-NZ': 'NZD', 'en-US': 'USD', 'en-GB': 'GBP', 'en-IE': 'EUR' })
})

test('movements of the balance have the words of the specification', () => {
  expect(readTypes).toEqual(['Stripe Top-up', 'Bank Transfer', 'Cash', 'Membership Card', 'Other'])
  expect(Object.keys(transactionTypes)).toEqual(expect.arrayContaining(['stripe', 'other', 'interlock', 'card', 'web']))
})

test('devices are synced, bumped, rebooted, locked and unlocked', () => {
  expect(Object.keys(commandFacts).toSorted()).toEqual(['bump', 'lock', 'reboot', 'sync', 'unlock'])
})

test('every error has a status of its kind and a whole sentence', () => {
  const wrong = Object.entries(errors).filter(
    ([, { status, text }]) => status < 400 || status > 599 || !/^[A-Z].*[.!]$/.test(text),
  )
  expect(wrong.map(([code]) => code)).toEqual([])
})
