import { expect, test } from 'vitest'
import { z } from 'zod'
import { jobHandlers } from './jobs.ts'

const Node = z.looseObject({
  type: z.unknown().optional(),
  format: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  additionalProperties: z.unknown().optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
})

/** The fields of a schema that hold free text: no name of a list, no uuid and no time. */
const textsIn = (schema: unknown, path: string): string[] => {
  const { data: node } = Node.safeParse(schema)
  if (!node) return []
  const { type, format, properties = {}, items, anyOf = [], additionalProperties } = node
  const isFree =
    [type].flat().includes('string') && format === undefined && node.enum === undefined && node.const === undefined
  return [
    ...(isFree ? [path] : []),
    ...Object.entries(properties).flatMap(([name, one]) => textsIn(one, `${path}.${name}`)),
    ...textsIn(items, path),
    ...textsIn(additionalProperties, path),
    ...anyOf.flatMap((one) => textsIn(one, path)),
  ]
}

const freeTexts = jobHandlers
  .flatMap(({ name, payload }) => textsIn(z.toJSONSchema(payload, { unrepresentable: 'any', io: 'input' }), name))
  .toSorted()

const provider = 'What the payment provider calls it.'
const day = 'A day or a month.'
const product = 'The name of a plan, a certificate or a state of the portal.'
const former = 'Of a job that waited at an update: none is added any more.'

/** Payloads stay for 90 days where a job is given up, also when the account is closed. */
const declared: Record<string, string> = {
  'adoptSubscription.ref': former,
  'deleteCustomer.customerId': provider,
  'detachMethod.methodId': provider,
  'leaveProvider.ref': former,
  'leaveStripe.ref': provider,
  'mailCardPlan.facts.currency': product,
  'mailCardPlan.facts.nextTryOn': day,
  'mailCardPlan.facts.payAt': 'A page of the portal or the provider.',
  'mailCardPlan.facts.plan': product,
  'mailCardPlan.facts.reason': 'A code of the provider.',
  'mailCards.facts.method': 'The end of a card.',
  'mailCards.facts.month': day,
  'mailCards.facts.reason': 'A code of the provider.',
  'mailClosed.closedBy': former,
  'mailClosed.email': former,
  'mailClosed.firstName': former,
  'mailClosed.lastName': former,
  'mailEmailChange.from': former,
  'mailEmailChange.to': former,
  'mailFormerAddress.formerEmail': former,
  'mailLeaving.toGiveBack': product,
  'mailNewDevice.address': former,
  'mailNewDevice.at': former,
  'mailNewDevice.device': former,
  'mailMisfit.kept': product,
  'mailMisfit.plan': product,
  'mailPlan.facts.amount': 'An amount.',
  'mailPlan.facts.name': 'The number of an invoice.',
  'mailPlan.facts.on': day,
  'mailPlan.facts.plan': product,
  'mailPlan.facts.until': day,
  'mailReason.reason': former,
  'mailTokenReused.appName': 'The name of an app, as it called itself.',
  'syncStripeObject.root': provider,
}

test('each text that the payload of a job may hold is declared with its reason, for else it holds numbers and ids only', () => {
  expect(freeTexts).toEqual(Object.keys(declared).toSorted())
})
