import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanUp } from '#platform/retention/clean-up.ts'
import { dayMs } from '../dated-things.testing.ts'
import { domains } from '../domains.ts'
import { acts } from './erasure-acts.testing.ts'
import {
  type ErasureScene,
  findLeft,
  listTextColumns,
  odd,
  openErasureScene,
  oddPassword,
} from './erasure-scene.testing.ts'

let scene: ErasureScene
beforeAll(async () => {
  scene = await openErasureScene()
})
afterAll(() => scene.close())

/** The rest of a closed account, as the guide names it: at most so many days, or for ever (null). */
type Declaration = { as: string; days: number | null; left: readonly string[] }

const names = (column: string) => [`${column}: first name`, `${column}: last name`]

const declared: readonly Declaration[] = [
  { as: 'Addresses of the last messages', days: 30, left: ['messages.recipient: address'] },
  {
    as: 'What other systems answered when they were told',
    days: 31,
    left: ['webhook_deliveries.answer: answer of a receiver'],
  },
  {
    as: 'Numbers of phones that hold a digital ID',
    days: 40,
    left: ['wallet_devices.library_id: phone with a pass', 'wallet_devices.push_token: phone with a pass'],
  },
  {
    as: 'Details in the history',
    days: 90,
    left: [
      'IP address',
      'address',
      'wanted address',
      'card label',
      'card number',
      'question of staff',
      'answer to staff',
      'note on the roll',
      'reason of a mandate that ended',
      'reason of a pause',
      'reason of a withdrawal',
      'reason of staff',
    ].map((what) => `audit_events.data: ${what}`),
  },
  {
    as: 'Texts to others, where a chair or a candidate is named',
    days: 365,
    left: [...names('messages.text'), ...names('messages.html')],
  },
  { as: 'Who let the space debit an account', days: 430, left: ['bank_mandates.holder: account name'] },
  {
    as: 'The account of a balance that was asked for and never decided',
    days: 1095,
    left: ['balance_refunds.account_name: account name'],
  },
  { as: 'The name typed under an agreement', days: 1096, left: names('agreement_signatures.signed_name') },
  { as: 'The chair in letters about a meeting', days: 1096, left: names('meeting_letters.facts') },
  { as: 'What staff wrote to many', days: 1096, left: ['mailings.text: words of staff'] },
  {
    as: 'Details of bookings in the history',
    days: 3653,
    left: [
      'audit_events.data: reason of a refund',
      'audit_events.data: reason of a charge that was cancelled',
      'audit_events.data: words of a booking',
    ],
  },
  {
    as: 'Titles of reports and names of keys in the history',
    days: 3653,
    left: ['audit_events.data: report of a member', 'audit_events.data: name of a key'],
  },
  {
    as: 'What staff wrote of payments and bookings',
    days: null,
    left: [
      'ledger_entries.description: words of a booking',
      'payments.note: note on a payment',
      'payments.note: reason of a refund',
      'charges.reason: reason of a charge that was cancelled',
    ],
  },
  {
    as: 'The name of a chair or a candidate',
    days: null,
    left: [...names('meetings.chair'), ...names('motion_options.name')],
  },
  {
    as: 'What was reported of machines, and notes on it',
    days: null,
    left: [
      'issue_reports.title: report of a member',
      'issue_reports.description: report of a member',
      'issue_entries.text: note of a member on a report',
    ],
  },
  { as: 'The number of a card', days: null, left: ['cards.number: card number', 'cards.plain_number: card number'] },
]

/** Values that are left and not declared for so long. */
const undeclared = (left: readonly string[], days: number) => {
  const allowed = new Set(declared.flatMap((one) => (one.days === null || one.days >= days ? one.left : [])))
  return left.filter((one) => !allowed.has(one))
}

/** Columns of marks, codes, kinds, days and numbers, by how they are called. */
const holdsNoWords = new RegExp(
  `hash|secret|sealed|token|sha256|_key|_keys|_id$|_ids$|_on$|_month$|_ref$|_mark$|_state$|(${[
    ['currency', 'period', 'days', 'ref', 'prefix', 'scopes', 'identity', 'serial', 'mark', 'state', 'transports'],
    ['endpoint', 'p256dh', 'auth', 'occasion', 'choice', 'blinded', 'collector', 'kind', 'source', 'format', 'way'],
    ['scheme', 'purpose', 'method', 'how', 'type', 'role', 'platform', 'channel', 'interval', 'outcome', 'refusal'],
    ['ballot', 'share_of', 'lot', 'feed', 'template', 'event', 'action', 'code', 'status', 'failure', 'consent'],
    ['media_type', 'contra_account', 'pairing_code', 'actor_kind', 'subject_kind', 'device_kind', 'end_kind', 'key'],
    ['inactive_by', 'name_choice', 'permissions', 'return_marks', 'review', 'customer', 'method_name', 'brand'],
    ['last4', 'mandate', 'receipt_url', 'hosted_url', 'bank_reference', 'end_to_end', 'ended_reason', 'off_reason'],
    ['reminded', 'next', 'off', 'payload', 'about'],
  ]
    .flat()
    .join('|')})$`,
)

const forAll = 'Written for everyone, or about the space.'
const ofPortal = 'Words and numbers of the portal or of others it speaks to.'
const beside = 'Goes with what stands beside it, which was looked for.'

/** Other columns of personal tables in which the acts leave nothing, and why that is no gap. */
const noGap: Readonly<Record<string, string>> = {
  'applications.reason': beside,
  'balance_refunds.reason': beside,
  'agreement_signatures.client_address': beside,
  'agreement_versions.text': forAll,
  'agreement_versions.title': forAll,
  'balance_refunds.account_end': beside,
  'bank_imports.file_name': forAll,
  'bank_lines.account': forAll,
  'bank_lines.reason': forAll,
  'bank_lines.return_reason': ofPortal,
  'bank_mandates.account_end': beside,
  'bank_mandates.reference': ofPortal,
  'bank_mandates.text': ofPortal,
  'bank_payers.account': ofPortal,
  'bank_payers.name': ofPortal,
  'bank_undos.payer': ofPortal,
  'book_closings.reason': forAll,
  'bulk_standings.inactive_reason': beside,
  'cards.spellings': beside,
  'charges.description': ofPortal,
  'debit_runs.reference': ofPortal,
  'debits.reference': ofPortal,
  'devices.description': forAll,
  'devices.firmware': forAll,
  'devices.ip_address': forAll,
  'devices.lockout_reason': forAll,
  'devices.name': forAll,
  'guardian_requests.client_address': beside,
  'guardian_requests.signed_name': beside,
  'interlock_sessions.end_reason': ofPortal,
  'issue_pictures.content': beside,
  'issue_reports.area': forAll,
  'kiosks.ip_address': forAll,
  'kiosks.name': forAll,
  'leaving_steps.kept': ofPortal,
  'leaving_steps.name': ofPortal,
  'leaving_steps.words': ofPortal,
  'leavings.reason': ofPortal,
  'mailings.subject': forAll,
  'meeting_files.content': forAll,
  'meeting_files.name': forAll,
  'meeting_roll_removals.reason': beside,
  'meetings.description': forAll,
  'meetings.link': forAll,
  'meetings.minutes': forAll,
  'meetings.name': forAll,
  'meetings.place': forAll,
  'members.inactive_reason': beside,
  'members.suspension_reason': beside,
  'message_files.name': beside,
  'messages.error': ofPortal,
  'messages.unsubscribe_url': ofPortal,
  'motions.details': forAll,
  'motions.result': forAll,
  'motions.title': forAll,
  'payments.reference': ofPortal,
  'proxies.end_reason': ofPortal,
  'proxies.holder_city': beside,
  'sessions.app_name': beside,
  'sessions.user_agent': beside,
  'storage_places.area': forAll,
  'storage_places.name': forAll,
  'storage_places.notes': forAll,
  'stripe_disputes.reason': ofPortal,
  'stripe_refunds.reason': beside,
  'stripe_set_asides.account': forAll,
  'stripe_set_asides.note': forAll,
  'stripe_take_overs.hindrance': ofPortal,
  'swipes.card_number': beside,
  'visitors.note': beside,
}

/** The nights after this many days: what is due of a leaver, then what is no longer kept. */
const passDays = async (days: number) => {
  scene.clock.now = new Date(scene.start.getTime() + days * dayMs)
  await sql`select graphile_worker.add_job('runLeavings', '{}'::json)`.execute(scene.portal.db)
  await scene.portal.runJobs()
  await cleanUp(
    scene.portal.ctx,
    domains.flatMap(({ retentions = [] }) => retentions),
  )
  return findLeft(scene)
}

test('of a closed account only what is declared is left, by value: a day, a month and up to ten years later', async () => {
  for (const act of acts) await act(scene)
  await scene.portal.runJobs()
  const used = await findLeft(scene)
  expect(Object.keys(odd).filter((what) => !used.some((one) => one.endsWith(`: ${what}`)))).toEqual([])
  const personal = new Set(domains.flatMap(({ personalData }) => Object.keys(personalData?.tables ?? {})))
  const columns = (await listTextColumns(scene)).filter(({ table }) => personal.has(table))
  const gaps = columns
    .map(({ table, column }) => `${table}.${column}`)
    .filter((name) => !holdsNoWords.test(name.split('.')[1] ?? '') && !used.some((one) => one.startsWith(`${name}: `)))
  expect(gaps.toSorted()).toEqual(Object.keys(noGap).toSorted())
  const own = await scene.own()
  // Kim has a strong login by now, so each of their sessions has just been proven.
  const proof = { is_strong: true, confirmed_at: scene.clock.now }
  await scene.portal.db.updateTable('sessions').set(proof).where('member_id', '=', scene.kim.id).execute()
  await own.profile.closeAccount({ password: oddPassword, confirmation: 'Close my account' })
  await scene.portal.runJobs()
  const first = await passDays(1)
  expect(undeclared(first, 1)).toEqual([])
  // A value that is no longer left is declared no longer.
  expect(declared.flatMap(({ left }) => left).filter((one) => !first.includes(one))).toEqual([])
  for (const days of [32, 95, 370, 435, 1100, 3700]) expect(undeclared(await passDays(days), days)).toEqual([])
  const log = scene.portal.logLines.join('\n').toLowerCase()
  expect(Object.entries(odd).filter(([, word]) => log.includes(word.toLowerCase()))).toEqual([])
})

test('the guide says of all that is left of a closed account for whom it is and how long', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../docs/guide/keeping-data.md'), 'utf8')
  expect(
    declared.map(({ as }) => as).filter((as) => !new RegExp(`\\| ${as} +\\| \\S.+\\| \\S.+\\|`).test(guide)),
  ).toEqual([])
})
