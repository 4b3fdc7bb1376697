import type { SeededRow } from './bulk-rows.ts'
import { memberNamed, timeOn, type CastMember } from './cast.ts'
import type { PlaceName } from './people.ts'
import { createRandom } from './random.ts'
import type { Telling } from './scene.ts'

const minuteMs = 60_000
const after = (at: Date, minutes: number) => new Date(at.getTime() + Math.round(minutes * 60) * 1000)

const subjectOf = ({ id }: CastMember) => ({ kind: 'member', id })

/** Everyone who may hand out cards and grants; only the founder at first. */
const staffAt = (cast: readonly CastMember[], { names, at }: { names: readonly string[]; at: Date }) =>
  names.map((name) => memberNamed(cast, name)).find(({ joinedAt }) => joinedAt !== null && joinedAt < at) ??
  memberNamed(cast, 'Ada')

const registration = ({ story }: Telling, member: CastMember) => {
  const { registeredAt: at, isUnverified } = member
  const subject = subjectOf(member)
  story.events.push({ at, event: 'account.registered', by: 'anonymous', subject })
  story.events.push({ at: after(at, 0.1), event: 'account.verifyLinkSent', by: 'system', subject })
  if (isUnverified) return
  const data = { address: `203.0.113.${(member.id * 3) % 250}` }
  story.events.push({ at: after(at, 7), event: 'account.verified', by: 'anonymous', subject, data })
}

const granted = (deviceId: number, memberId: number) => ({ deviceId, memberIds: [memberId] })

/** Machines a member was shown are granted a while after they joined, and the front door with the membership. */
const grantsOf = ({ story, cast, places, now }: Telling, member: CastMember): SeededRow<'grants'>[] => {
  const { joinedAt, uses, id } = member
  if (joinedAt === null || member.isPersona) return []
  const random = createRandom(`grants ${id}`)
  const row = (place: PlaceName, facts: { at: Date; by: number; source: 'hand' | 'default' }): SeededRow<'grants'> => ({
    member_id: id,
    device_id: places[place].id,
    source: facts.source,
    granted_at: facts.at,
    granted_by: facts.by,
  })
  const ada = memberNamed(cast, 'Ada').id
  const days = Math.floor((now.getTime() - joinedAt.getTime()) / minuteMs / 1440)
  const at = after(joinedAt, Math.min(random.whole(2, 12), Math.floor(days / 2)) * 1440 + 25)
  const by = staffAt(cast, { names: ['Noor', 'Ines'], at }).id
  if (uses.length > 0) {
    story.events.push({
      at,
      event: 'access.changed',
      by,
      subject: subjectOf(member),
      data: { count: 1, memberIds: [id], granted: uses.map((place) => granted(places[place].id, id)), revoked: [] },
    })
  }
  return [
    row('front', { at: joinedAt, by: ada, source: 'default' }),
    ...uses.map((place) => row(place, { at, by, source: 'hand' })),
  ]
}

const joining = ({ story, cast }: Telling, member: CastMember) => {
  const { joinedAt, card, membership } = member
  if (membership === 'accountonly') {
    const data = { from: 'noob', to: 'accountonly' }
    const at = after(member.registeredAt, 26)
    story.events.push({ at, event: 'member.skipSignup', by: member.id, subject: subjectOf(member), data })
  }
  if (joinedAt === null) return
  const subject = subjectOf(member)
  const by = staffAt(cast, { names: ['Gil', 'Tomasz'], at: joinedAt }).id
  if (by !== member.id)
    story.events.push({
      at: joinedAt,
      event: 'member.makeMember',
      by,
      subject,
      data: { from: 'noob', to: 'active', granted: 1 },
    })
  if (card !== null)
    story.events.push({ at: after(joinedAt, 3), event: 'card.added', by, subject, data: { number: card, label: '' } })
}

const leaving = ({ story, cast }: Telling, member: CastMember) => {
  const { leftAt: at, leftBecause, suspendedBecause } = member
  if (at === null) return
  const subject = subjectOf(member)
  const data = { from: 'active', to: 'inactive' }
  if (suspendedBecause !== null) {
    const by = memberNamed(cast, 'Ada').id
    story.events.push({ at, event: 'member.suspend', by, subject, data: { ...data, reason: suspendedBecause } })
  } else if (leftBecause === null) {
    story.events.push({ at, event: 'member.subscriptionEnded', by: 'system', subject, data })
  } else {
    const by = memberNamed(cast, 'Gil').id
    story.events.push({ at, event: 'member.deactivate', by, subject, data: { ...data, reason: leftBecause } })
  }
}

/** What happened to some of them along the way. */
const incidents = ({ story, cast, now }: Telling) => {
  const [ada, gil] = [memberNamed(cast, 'Ada'), memberNamed(cast, 'Gil')]
  const luka = memberNamed(cast, 'Luka')
  const reason = 'Used the lathe with long sleeves and no glasses. Repeat the induction, please.'
  const states = { from: 'active', to: 'inactive' }
  const suspendedAt = timeOn(now, { daysAgo: 204, hour: 19.2 })
  const liftedAt = timeOn(now, { daysAgo: 190, hour: 18.1 })
  const subject = subjectOf(luka)
  story.events.push({ at: suspendedAt, event: 'member.suspend', by: ada.id, subject, data: { ...states, reason } })
  story.events.push({
    at: liftedAt,
    event: 'member.lift',
    by: ada.id,
    subject,
    data: { from: 'inactive', to: 'active' },
  })
  const changes: [string, number, Record<string, { from: string; to: string }>][] = [
    ['Elif', 12, { phone: { from: '+61491570110', to: '+61491570158' } }],
    ['Vojtěch', 44, { screenName: { from: 'vojtech', to: 'ohm' } }],
    ['Saoirse', 81, { lastName: { from: 'Kinsela', to: 'Kinsella' } }],
    ['Wiremu', 160, { vehicleRegistrationPlate: { from: 'WT 09', to: '' } }],
  ]
  for (const [name, daysAgo, differences] of changes) {
    const member = memberNamed(cast, name)
    const isByStaff = name === 'Saoirse'
    story.events.push({
      at: timeOn(now, { daysAgo, hour: 20.4 }),
      event: isByStaff ? 'member.detailsChanged' : 'profile.updated',
      by: isByStaff ? gil.id : member.id,
      subject: subjectOf(member),
      data: { changes: differences },
    })
  }
  for (const [name, daysAgo] of [
    ['Priya', 9],
    ['Bronwyn', 57],
  ] as const) {
    // a few wrong passwords are ordinary
    const member = memberNamed(cast, name)
    story.events.push({
      at: timeOn(now, { daysAgo, hour: 17.7 }),
      event: 'account.loginFailed',
      by: 'anonymous',
      subject: subjectOf(member),
      data: { address: '203.0.113.77', reason: 'wrongPassword' },
    })
  }
  const ioana = memberNamed(cast, 'Ioana')
  const hiddenAt = timeOn(now, { daysAgo: 140, hour: 21 })
  story.events.push({ at: hiddenAt, event: 'member.hidden', by: ioana.id, subject: subjectOf(ioana) })
}

/** Cards that were lost, each replaced by the one its owner has now. */
const lostCards = ({ story, cast, now }: Telling): Omit<SeededRow<'cards'>, 'id'>[] =>
  [
    { name: 'Elif', daysAgo: 63 },
    { name: 'Arjun', daysAgo: 102 },
    { name: 'Anselm', daysAgo: 241 },
  ].map(({ name, daysAgo }) => {
    const member = memberNamed(cast, name)
    const number = `000${90_000 + member.id * 613}`
    const at = timeOn(now, { daysAgo, hour: 18.6 })
    const by = memberNamed(cast, 'Gil').id
    const subject = subjectOf(member)
    story.events.push({ at, event: 'card.lost', by, subject, data: { number, from: 'active' } })
    story.events.push({ at: after(at, 1), event: 'card.added', by, subject, data: { number: member.card, label: '' } })
    return {
      member_id: member.id,
      number,
      label: '',
      state: 'lost' as const,
      added_at: member.joinedAt ?? at,
      ended_at: at,
    }
  })

/** Staff give a reason; otherwise the plan was not paid, or has ended. */
const inactivityOf = ({ membership, leftBecause }: CastMember) =>
  membership === 'inactive'
    ? { inactive_by: leftBecause === null ? 'plan' : 'staff', inactive_reason: leftBecause }
    : { inactive_by: null, inactive_reason: null }

const memberRow = (member: CastMember, passwordHash: string) => ({
  id: member.id,
  email: member.email,
  email_verified_at: member.isUnverified ? null : after(member.registeredAt, 7),
  password_hash: passwordHash,
  is_admin: member.isAdmin,
  permissions: member.permissions,
  first_name: member.firstName,
  last_name: member.lastName,
  screen_name: member.screenName,
  phone: member.phone,
  vehicle_registration_plate: member.plate,
  membership_state: member.membership,
  suspended_at: member.suspendedBecause === null ? null : member.leftAt,
  suspension_reason: member.suspendedBecause,
  ...inactivityOf(member),
  subscription_status: member.isCancelling ? 'cancelling' : member.membership === 'active' ? 'active' : 'inactive',
  exclude_from_email_export: member.id % 17 === 0,
  registered_at: member.registeredAt,
  first_joined_at: member.joinedAt,
  is_hidden_from_members: member.isHidden,
})

const cardRow = (member: CastMember): Omit<SeededRow<'cards'>, 'id'> => ({
  member_id: member.id,
  number: member.card ?? '',
  label: '',
  state: 'active',
  added_at: after(member.joinedAt ?? member.registeredAt, 3),
  ended_at: null,
})

/** How everybody came and who left, as events and as the rows of those who are no persona. */
export const tellBiographies = (told: Telling & { passwordHash: string }) => {
  const { cast, passwordHash } = told
  for (const member of cast) {
    registration(told, member)
    joining(told, member)
    leaving(told, member)
  }
  incidents(told)
  const others = cast.filter(({ isPersona }) => !isPersona)
  return {
    members: others.map((member) => memberRow(member, passwordHash)),
    cards: [...lostCards(told), ...others.filter(({ card }) => card !== null).map(cardRow)],
    grants: cast.flatMap((member) => grantsOf(told, member)),
  }
}
