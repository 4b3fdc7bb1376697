import { auditEvents } from '@spacekeeper/contract/audit-events.ts'
import { eventGroups } from '@spacekeeper/contract/event.ts'
import { test, expect } from 'vitest'
import { wordValue, titleOfKey, listFacts } from './facts.ts'
import { type StoredEvent, textOfSentence, sayEvent, namesOf, groupOf, namesSaying } from './rules.ts'

const anEvent = (more: Partial<StoredEvent>): StoredEvent => ({
  id: 1,
  at: new Date('2026-01-05T10:00:00Z'),
  event: 'door.revoked',
  actorKind: 'member',
  actorId: 1,
  actorName: 'Ada Lovelace',
  subjectKind: 'member',
  subjectId: 2,
  subjectName: 'Bo Lindqvist',
  deviceName: 'Front door',
  data: {},
  ...more,
})

const said = (more: Partial<StoredEvent>) => textOfSentence(sayEvent(anEvent(more)))

const self = { subjectId: 1, subjectName: 'Ada Lovelace' }

const system = { actorKind: 'system', actorId: null, actorName: null }

test.each<[Partial<StoredEvent>, string]>([
  [{}, 'Ada Lovelace took Front door from Bo Lindqvist'],
  [self, 'Ada Lovelace gave up Front door'],
  [{ event: 'profile.updated', ...self }, 'Ada Lovelace changed their own details'],
  [{ event: 'member.suspend' }, 'Ada Lovelace suspended Bo Lindqvist'],
  [{ event: 'member.makeMember', ...system }, 'The portal made Bo Lindqvist a member'],
  [{ event: 'card.added', data: { number: '1044' } }, 'Ada Lovelace gave Bo Lindqvist the card 1044'],
  [{ event: 'account.loginFailed', actorKind: 'anonymous' }, 'Failed login as Bo Lindqvist'],
  [{ event: 'account.loginFailed', subjectKind: null }, 'Failed login as an unknown account'],
  [{ event: 'door.bumped', subjectKind: 'device', subjectName: 'Woodshop' }, 'Ada Lovelace opened Woodshop briefly'],
  [{ event: 'setting.changed', data: { key: 'SITE_NAME' } }, 'Ada Lovelace changed the setting “Site name”'],
  [{ actorName: null }, 'A former member (no. 1) took Front door from Bo Lindqvist'],
  [{ subjectName: null }, 'Ada Lovelace took Front door from a former member (no. 2)'],
  [{ deviceName: null }, 'Ada Lovelace took a device from Bo Lindqvist'],
  [{ actorKind: 'apiKey', actorName: 'API key till' }, 'API key till took Front door from Bo Lindqvist'],
  [{ event: 'plan.madeCheaper' }, 'Ada Lovelace: plan made cheaper, Bo Lindqvist'],
  [{ event: 'plan.madeCheaper', ...self }, 'Ada Lovelace: plan made cheaper'],
])('%j is said as %s', (more, sentence) => {
  expect(said(more)).toBe(sentence)
})

test('a sentence leads to members who are still here, and to no one else', () => {
  expect(sayEvent(anEvent({ subjectName: null })).filter(({ memberId }) => memberId !== null)).toEqual([
    { text: 'Ada Lovelace', memberId: 1 },
  ])
})

/** Something for each place in the words of all events. */
const places = Object.fromEntries(
  Object.values(auditEvents).flatMap((words) =>
    [
      ...Object.values(words)
        .join(' ')
        .matchAll(/{(\w+)}/g),
    ].map(([, place = '']) => [place, 'Foyer']),
  ),
)

test.each(Object.keys(auditEvents))('%s is a whole sentence, for every kind of actor', (event) => {
  const data = { ...places, number: '1044', key: 'SITE_NAME' }
  for (const more of [{}, self, system, { ...system, actorKind: 'anonymous', subjectKind: null }]) {
    expect(said({ event, data, ...more })).toMatch(/^[A-Z]\S*(?: \S+)+$/)
    expect(said({ event, data, ...more })).not.toMatch(/[{}]/)
  }
})

test('every event stands in one group, and ungrouped ones in the last', () => {
  const grouped = eventGroups.flatMap(namesOf)
  expect(grouped.toSorted()).toEqual(Object.keys(auditEvents).toSorted())
  expect(groupOf('plan.madeCheaper')).toBe('other')
})

test('a search finds events by their words, but for the places of names', () => {
  expect(namesSaying('REMOVED')).toContain('device.removed')
  expect(namesSaying('REMOVED')).not.toContain('device.added')
  expect(namesSaying('subject')).toEqual([])
})

test.each<[unknown, string | null]>([
  ['', null],
  [null, null],
  [true, 'yes'],
  [['a', 2], 'a, 2'],
  [[], null],
  [[{ title: 'a' }], '1 entry'],
  [[{ title: 'a' }, {}], '2 entries'],
  [{ siteName: 'x', other: null }, 'Site name: x'],
  ['x'.repeat(400), `${'x'.repeat(300)}…`],
])('%j is read as %s', (value, word) => {
  expect(wordValue(value)).toBe(word)
})

test.each([
  ['firstName', 'First name'],
  ['SITE_NAME', 'Site name'],
  ['phone', 'Mobile number'],
  ['ENABLE_PORTAL_SITE_SIGN_IN', 'Signing in on site'],
  ['THEME_PRIMARY', 'Primary colour'],
])('%s is called %s', (key, title) => {
  expect(titleOfKey(key)).toBe(title)
})

const fact = (name: string, to: string | null) => ({ name, isChange: false, from: null, to })

const changed = (name: string, from: string | null, to: string | null) => ({ name, isChange: true, from, to })

const factsOf = (event: string, data: Record<string, unknown>) => listFacts({ event, data })

test('changes are before and after, field by field', () => {
  const changes = { firstName: { from: 'Bo', to: 'Bodil' }, vehicleRegistrationPlate: { from: null, to: 'ABC' } }
  expect(factsOf('profile.updated', { changes })).toEqual([
    changed('First name', 'Bo', 'Bodil'),
    changed('Vehicle registration plate', null, 'ABC'),
  ])
  expect(factsOf('device.updated', { changes: { costPerHourCents: { from: 50, to: 1250 } } })).toEqual([
    changed('Cost per hour', '0.50', '12.50'),
  ])
  expect(factsOf('member.suspend', { from: 'active', to: 'inactive', reason: 'Rude.' })).toEqual([
    changed('State', 'Active', 'Inactive'),
    fact('Reason', 'Rude.'),
  ])
  expect(factsOf('member.permissionsSet', { from: [], to: ['members', 'access'] })).toEqual([
    changed('Permissions', null, 'members, access'),
  ])
  expect(factsOf('setting.changed', { key: 'SITE_NAME', value: 'New', before: 'Old' })).toEqual([
    changed('Value', 'Old', 'New'),
  ])
})

test('where a setting was never changed, or is reset, its default is what it was, or is', () => {
  const signIn = { key: 'ENABLE_PORTAL_SITE_SIGN_IN' }
  expect(factsOf('setting.changed', { ...signIn, value: true })).toEqual([changed('Value', 'no', 'yes')])
  expect(factsOf('setting.reset', { ...signIn, before: true })).toEqual([changed('Value', 'yes', 'no')])
  expect(factsOf('setting.changed', { key: 'A_SETTING_OF_OLD', value: 'x' })).toEqual([changed('Value', null, 'x')])
})

test('what only happened is told by name; numbers of rows are not', () => {
  expect(factsOf('card.lost', { cardId: 4, number: '1044', from: 'active' })).toEqual([fact('Was', 'active')])
  expect(factsOf('account.loggedIn', { address: '10.0.0.7' })).toEqual([fact('From address', '10.0.0.7')])
})

test('an address that is only asked for has not changed yet, and money is read in its unit', () => {
  expect(factsOf('account.emailChangeAsked', { from: 'a@e.org', to: 'b@e.org' })).toEqual([
    fact('Was', 'a@e.org'),
    fact('Wanted', 'b@e.org'),
  ])
  expect(factsOf('memberbucks.booked', { entryId: 3, amountCents: -1250 })).toEqual([fact('Amount', '-12.50')])
})

test('a secret is never told, even where a command had written it', () => {
  const told = factsOf('x.y', {
    apiSecret: 'sk_live',
    passwordHash: 'abc',
    changes: { resetToken: { from: 'a1', to: 'b2' } },
  })
  expect(JSON.stringify(told)).not.toMatch(/sk_live|abc|a1|b2/)
  expect(factsOf('setting.changed', { key: 'STRIPE_SECRET_KEY' })).toEqual([])
})
