import { contract, settings } from '@spacekeeper/contract/index.ts'
import { tenseOf } from '@spacekeeper/contract/past-fields.ts'
import { EventStream, type Route } from '@spacekeeper/contract/route.ts'
import type { Setting } from '@spacekeeper/contract/setting.ts'
import { settingsApi } from '@spacekeeper/contract/settings/routes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { AppError } from '#platform/http/app-error.ts'
import { inputParser } from '#platform/http/parse-input.ts'
import { aSwipe } from './access/factory.ts'
import { oddWords, sentencesIn } from './answer-words.testing.ts'
import { hashPassword } from './auth/passwords/passwords.ts'
import { aPayer } from './billing/payer.testing.ts'
import { aDevice } from './devices/factory.ts'
import { aMachine } from './interlocks/factory.ts'
import { aKiosk } from './kiosks/factory.ts'
import { anEntry } from './memberbucks/factory.ts'
import { aMember } from './members/factory.ts'
import { aPlan, aTier } from './plans/factory.ts'
import { startTestPortal, type TestPortal } from './portal.testing.ts'
import { someOf } from './random-runs.testing.ts'
import { placesIn, sampleOf, withAt } from './sample-input.testing.ts'
import { aCertificate, anAward } from './training/factory.ts'
import { aProduct, aVendingMachine } from './vending/factory.ts'

type Values = Record<string, unknown>

const password = 'correct horse 7'

let portal: TestPortal
let passwordHash: string
/** Which no call removes. */
let doorId: number
let swipeId: number
beforeAll(async () => {
  portal = await startTestPortal()
  passwordHash = await hashPassword(password)
  doorId = (await aDevice(portal.db)).id
  swipeId = (await aSwipe(portal.db, { deviceId: doorId, card: '998877' })).id
})
afterAll(() => portal.close())

/** What no field takes, whatever it is for. */
const neverTaken: Values = {
  'a length that is no number': { length: { toString: 1, valueOf: 2 } },
  'a member that every object has': { constructor: 1 },
  'a lone surrogate': 'a\ud800b',
  'a name with a lone surrogate': { '\udc00': 1 },
  'a NUL': 'a\u0000b',
  'a number beyond 2^53': 2 ** 53,
  'a huge number': -1e308,
  'deep nesting': JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`),
}
/** What some fields take. */
const oftenWrong: Values = {
  nothing: null,
  'a truth': false,
  'a fraction': 0.5,
  'less than nothing': -1,
  'a number beyond 2^31': 2 ** 31,
  'a list': [[]],
  'an object': { a: 1 },
  'no text': '',
  'a long text': 'x'.repeat(20_000),
}
const oddTexts = [
  '',
  'x',
  '-1',
  '2147483648',
  '9007199254740993',
  '1e308',
  'a\u0000',
  'x'.repeat(400),
  '__proto__',
  ' ',
]
const oddBodies = [
  'null',
  '[1]',
  '"text"',
  '1e999',
  '{"__proto__":{"x":1}}',
  '{"a":',
  '{"a":1}',
  `{"a":${'['.repeat(80_000)}${']'.repeat(80_000)}}`,
]

let count = 0
/** Fields for which only one value leads further. */
const known: Record<string, () => unknown> = {
  email: () => `odd${count++}@example.org`,
  newEmail: () => `odd${count++}@example.org`,
  screenName: () => `odd${count++}`,
  serial: () => `ff00${(count++).toString(16).padStart(8, '0')}`,
  serialNumber: () => `ff01${(count++).toString(16).padStart(8, '0')}`,
  number: () => `77${count++}`,
  externalId: () => `slot${count++}`,
  name: () => `Odd ${count++}`,
  password: () => password,
  current: () => password,
  pin: () => '8412',
  confirmation: () => 'close my account',
  key: () => 'SITE_NAME',
  currency: () => 'AUD',
  interval: () => 'month',
  swipeId: () => swipeId,
  deviceIds: () => [doorId],
  grant: () => [doorId],
  questions: () => [
    {
      text: 'May it run alone?',
      choices: [
        { text: 'Yes', isRight: false },
        { text: 'No', isRight: true },
      ],
    },
  ],
}

/** Most days that may not lie in the past are of the coming weeks. */
const soon = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)

const rightValue = (name: string, field: z.core.$ZodType) => {
  const tense = tenseOf(field)
  if (typeof tense === 'object' && tense.kind === 'day') return soon
  const value = known[name]?.()
  return z.safeParse(field, value).success ? value : sampleOf(field)
}

const rightValues = (schema: Route['body']): Values =>
  Object.fromEntries(Object.entries(schema?.shape ?? {}).map(([name, field]) => [name, rightValue(name, field)]))

const deviceFor = (path: string) => {
  if (path.includes('/interlocks/')) return aMachine(portal.db, { perHourCents: 1 })
  return path.includes('/memberbucks-devices/')
    ? aVendingMachine(portal.db, { maxCreditCents: 100 })
    : aDevice(portal.db)
}

/** What a call is for: made for it alone, because calls also remove things. */
const makers: Record<string, (input: { path: string; memberId: number }) => Promise<{ id: number }>> = {
  memberId: async ({ memberId }) => ({ id: memberId }),
  deviceId: ({ path }) => deviceFor(path),
  doorId: () => aDevice(portal.db),
  interlockId: () => aMachine(portal.db),
  kioskId: () => aKiosk(portal.db),
  productId: () => aProduct(portal.db),
  tierId: () => aTier(portal.db),
  planId: () => aPlan(portal.db),
  chargeId: async () => ({ id: (await aPayer(portal)).chargeId }),
  entryId: ({ memberId }) => anEntry(portal.db, { memberId, amountCents: 500 }),
  certificateId: () => aCertificate(portal.db, { course: 'builtIn' }),
  awardId: async ({ memberId }) => anAward(portal.db, { memberId, certificateId: (await aCertificate(portal.db)).id }),
  cardId: ({ memberId }) =>
    portal.db.selectFrom('cards').select('id').where('member_id', '=', memberId).executeTakeFirstOrThrow(),
}

/** An administrator, or a kiosk where anyone may call, and in the path what they call it for. */
const openCall = async ({ path, access, params }: Route) => {
  const { db } = portal
  const caller = await aMember(db, { isAdmin: true, passwordHash })
  const target = await aMember(db, { cards: [`55${count++}`] })
  const right = rightValues(params)
  for (const name of Object.keys(right)) {
    const made = await makers[name]?.({ path, memberId: target.id })
    right[name] = String(made?.id ?? right[name])
  }
  const proof =
    access === 'anyone' ? { kiosk: (await aKiosk(db)).claim } : { sessionid: await portal.sessionOf(caller.id) }
  return { cookies: { csrftoken: 'x', ...proof }, params: right }
}

type Call = Awaited<ReturnType<typeof openCall>>
type OddRequest = { params: Values; query: Values; body: unknown }
type Try = { what: string; sent: OddRequest; field: string; isTaken?: false }

/** Every place of one part of the input odd in turn, while all else is as it should be. */
const triesOf = (part: keyof OddRequest, input: { right: OddRequest; odd: Values; isTaken?: false }): Try[] =>
  placesIn(input.right[part]).flatMap((path) =>
    Object.entries(input.odd).map(([what, value]) => ({
      what: `${part} ${path.join('.')}: ${what.slice(0, 30)}`,
      sent: { ...input.right, [part]: withAt(input.right[part], path, value) },
      field: path[0] ?? '',
      ...(input.isTaken === false && { isTaken: false }),
    })),
  )

const triesFor = (right: OddRequest): Try[] => {
  const texts = Object.fromEntries(oddTexts.map((text) => [text, text]))
  return [
    ...triesOf('body', { right, odd: neverTaken, isTaken: false }),
    ...triesOf('body', { right, odd: oftenWrong }),
    ...triesOf('query', { right, odd: { ...texts, twice: ['1', '2'] } }),
    ...triesOf('params', { right, odd: texts }),
  ]
}

/** What reading the input says: a refusal, a fault of the portal, or nothing, so that the handler gets it. */
const readInput = (parse: ReturnType<typeof inputParser>, { sent, field, isTaken }: Try) => {
  try {
    parse(sent)
    return isTaken === false ? 'was taken' : null
  } catch (error) {
    if (!(error instanceof AppError)) return `failed: ${String(error)}`
    const { fields = [] } = error.facts
    const odd = oddWords(fields.map(({ message }) => message))
    if (odd !== undefined) return `says “${odd}”`
    if (new Set(fields.map((one) => one.field)).size < fields.length) return 'names a field twice'
    return fields.some((one) => one.field.startsWith(field)) ? 'refused' : `does not name ${field}`
  }
}

const send = (
  route: Route,
  call: Call,
  { params, query, body }: Omit<OddRequest, 'body'> & { body: string | undefined },
) => {
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, String(one)]),
    ),
  )
  count += 1
  return portal.app.inject({
    method: route.method,
    url: `${path}?${search.toString()}`,
    // One of many, so that what is limited for an address is not what is tried here.
    remoteAddress: `10.${count >> 16}.${(count >> 8) & 255}.${count & 255}`,
    cookies: call.cookies,
    headers: { 'x-csrftoken': 'x', ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { payload: body }),
  })
}

const logged = (requestId: string) => portal.logLines.find((text) => text.includes(requestId) && text.includes('"err"'))
/** What the portal answers over HTTP, if that is a fault. Callers who have just closed their account are replaced. */
const createCaller = async (route: Route) => {
  let call = await openCall(route)
  return async (sent: Omit<OddRequest, 'body'> & { body: string | undefined }): Promise<string | null> => {
    const [whole, given] = [{ ...sent, params: { ...call.params, ...sent.params } }, call]
    const answer = await send(route, given, whole)
    if (answer.statusCode === 401 && route.access !== 'anyone') call = await openCall(route)
    // What `errorIfOffline` asks for.
    const isWanted = answer.statusCode === 503 && route.path === '/api/access/status/'
    if (answer.statusCode < 400 || isWanted) return null
    if (answer.statusCode < 500) return oddWords(sentencesIn(answer.json())) ?? null
    return `${answer.statusCode} ${logged(answer.json().requestId) ?? answer.body}`
  }
}

const routes = Object.entries(contract).flatMap(([domain, all]) =>
  Object.entries<Route>(all)
    .filter(([, route]) => route.output !== EventStream)
    .map(([name, route]) => ({ name: `${domain}.${name}`, route })),
)

test.concurrent.each(routes)(
  '$name refuses odd input by the name of its field, once and in words of ours, and never fails',
  async ({ name, route }) => {
    const parse = inputParser(route)
    const call = await createCaller(route)
    const { params } = await openCall(route)
    const right: OddRequest = { params, query: rightValues(route.query), body: route.body && rightValues(route.body) }
    const faults: string[] = []
    const note = (what: string, fault: string | null) => void (fault === null || faults.push(`${what}: ${fault}`))

    note('as it should be', await call({ ...right, body: route.body && JSON.stringify(right.body) }))
    const taken: Try[] = []
    for (const one of triesFor(right)) {
      const read = readInput(parse, one)
      if (read === null) taken.push(one)
      else if (read !== 'refused') note(one.what, read)
    }
    for (const { what, sent } of someOf(name, taken)) {
      const body = sent.body === undefined ? undefined : JSON.stringify(sent.body)
      note(what, await call({ ...sent, body }))
    }
    for (const body of someOf(name, route.body ? oddBodies : []))
      note(body.slice(0, 30), await call({ ...right, body }))
    expect(faults).toEqual([])
  },
)

test('no value makes a setting fail, and what it refuses it refuses in words of ours', async () => {
  const call = await createCaller(settingsApi.update)
  const faults: string[] = []
  for (const [key, { schema }] of Object.entries<Setting>(settings)) {
    for (const [what, value] of Object.entries(oftenWrong)) {
      const { error } = schema.safeParse(value)
      const odd = oddWords(error?.issues.map(({ message }) => message) ?? [])
      if (odd !== undefined) faults.push(`${key}, ${what}: says “${odd}”`)
      if (error) continue
      const fault = await call({ params: { key }, query: {}, body: JSON.stringify({ value }) })
      if (fault !== null) faults.push(`${key}, ${what}: ${fault}`)
    }
  }
  expect(faults).toEqual([])
})
