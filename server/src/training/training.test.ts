import type { CertificateDetails } from '@spacekeeper/contract/training/shapes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aGrant } from '../access/factory.ts'
import { openBrowser } from '../auth/browser.testing.ts'
import type { TestClient } from '../client.testing.ts'
import { listTags } from '../doors/card-lists.ts'
import { aDoor } from '../doors/factory.ts'
import { aMachine } from '../interlocks/factory.ts'
import { aKiosk, aPin } from '../kiosks/factory.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { aCertificate, anAward } from './factory.ts'

const clock = { now: new Date('2026-05-04T02:00:00Z') }

let portal: TestPortal
let staff: TestClient
let staffId: number
beforeAll(async () => {
  portal = await startTestPortal({ now: () => clock.now })
  staffId = (await aMember(portal.db, { firstName: 'Ann', lastName: 'Archer', isAdmin: true })).id
  staff = await portal.as(staffId)
})
afterAll(() => portal.close())

const details: Omit<CertificateDetails, 'name'> = {
  description: '',
  course: 'none',
  courseRef: '',
  courseUrl: '',
  passPercent: 80,
  coolDownHours: 24,
  validDays: 365,
  unusedDays: null,
  remindDays: [7, 30, 7],
  isInduction: false,
}

const find = async (id: number) => (await staff.training.listCertificates()).certificates.find((one) => one.id === id)

const badField = (field: string) => ({ body: { code: 'badInput', fields: [{ field }] } })

let cards = 500
const aCard = () => String((cards += 1))

test('ending an award waits for its member before it holds the award, as giving one does, so that two of staff never block each other', async () => {
  const certificate = await aCertificate(portal.db, { name: 'Deadlock', isInduction: true })
  const { id: memberId } = await aMember(portal.db)
  const { id: awardId } = await anAward(portal.db, { memberId, certificateId: certificate.id })
  const client = await portal.services.pool.connect()
  try {
    await client.query('begin')
    await client.query('select from members where id = $1 for no key update', [memberId])
    const ended = staff.training.endAward({ awardId, reason: 'Expired' })
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await portal.services.pool.query(waiting)).rows.length).toBe(1)
    await client.query(`select from awards where id = $1 for no key update nowait`, [awardId])
    await client.query('commit')
    await ended
  } finally {
    client.release()
  }
})

test('a certificate is added, changed, archived and brought back, and each stands in the audit', async () => {
  const { id } = await staff.training.addCertificate({ ...details, name: 'Lathe' })
  expect(await find(id)).toMatchObject({ name: 'Lathe', remindDays: [30, 7], validDays: 365, holders: 0 })
  await expect(staff.training.addCertificate({ ...details, name: 'lathe' })).rejects.toMatchObject(badField('name'))
  await staff.training.updateCertificate({ certificateId: id, name: 'Wood lathe', validDays: null, remindDays: [3] })
  expect(await find(id)).toMatchObject({ name: 'Wood lathe', validDays: null, remindDays: [3], passPercent: 80 })
  await staff.training.setArchived({ certificateId: id, isArchived: true })
  await expect(staff.training.updateCertificate({ certificateId: id, name: 'x' })).rejects.toMatchObject({
    code: 'notFound',
  })
  await staff.training.setArchived({ certificateId: id, isArchived: false })
  expect(await find(id)).toMatchObject({ archivedAt: null })
  const events = await portal.db
    .selectFrom('audit_events')
    .select('event')
    .where('subject_kind', '=', 'certificate')
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()
  expect(events.map(({ event }) => event)).toEqual([
    'certificate.added',
    'certificate.changed',
    'certificate.archived',
    'certificate.restored',
  ])
})

test('a course elsewhere needs its number, and there is one induction at most', async () => {
  await expect(
    staff.training.addCertificate({ ...details, name: 'Moodle course', course: 'moodle' }),
  ).rejects.toMatchObject(badField('courseRef'))
  const first = await staff.training.addCertificate({ ...details, name: 'First induction', isInduction: true })
  const second = await staff.training.addCertificate({ ...details, name: 'Second induction', isInduction: true })
  expect([(await find(first.id))?.isInduction, (await find(second.id))?.isInduction]).toEqual([false, true])
  await staff.training.setArchived({ certificateId: second.id, isArchived: true })
  expect((await find(second.id))?.isInduction).toBe(false)
})

test('a device that asks for a certificate refuses members without it, and its list follows awards and their end', async () => {
  const door = await aDoor(portal.db, { name: 'Laser room' })
  const { id: certificateId, name } = await aCertificate(portal.db, { validDays: 10 })
  const [card, other] = [aCard(), aCard()]
  const { id: memberId } = await aMember(portal.db, { cards: [card] })
  await aGrant(portal.db, { memberId, deviceId: door.id })
  await aGrant(portal.db, { memberId: (await aMember(portal.db, { cards: [other] })).id, deviceId: door.id })
  const tags = async () => (await listTags(portal.ctx, [door.id])).get(door.id)
  const member = await portal.as(memberId)
  const item = async () => (await member.access.listOwn()).doors.find(({ id }) => id === door.id)
  expect(await tags()).toEqual([card, other])
  await staff.training.setRequirements({ deviceId: door.id, certificateIds: [certificateId] })
  expect(await tags()).toEqual([])
  expect(await item()).toMatchObject({ refusal: 'noCertificate', missingCertificates: [{ id: certificateId, name }] })
  expect(await staff.monitoring.tryCard({ deviceId: door.id, memberId })).toMatchObject({
    reason: 'noCertificate',
    missingCertificates: [name],
  })
  const requirements = (await staff.training.listRequirements({ deviceId: door.id })).certificates
  expect(requirements.find(({ id }) => id === certificateId)).toMatchObject({ isRequired: true, lacking: 2 })
  await expect(staff.training.setArchived({ certificateId, isArchived: true })).rejects.toMatchObject({
    code: 'certificateNeeded',
  })
  const { id: awardId } = await staff.training.award({ memberId, certificateId })
  expect([await tags(), (await item())?.refusal]).toEqual([[card], null])
  expect(await staff.access.listHolders({ deviceId: door.id })).toMatchObject({
    holders: expect.arrayContaining([expect.objectContaining({ memberId, lacksCertificate: false })]),
  })
  await staff.training.endAward({ awardId, reason: 'The machine is a new one.' })
  expect([await tags(), (await item())?.refusal]).toEqual([[], 'noCertificate'])
  await expect(staff.training.endAward({ awardId, reason: 'Again' })).rejects.toMatchObject({ code: 'alreadyDecided' })
  await staff.training.setRequirements({ deviceId: door.id, certificateIds: [] })
  expect(await tags()).toEqual([card, other])
})

test('an award counts until the end of its last day where the space is, whatever the hour in Greenwich', async () => {
  const door = await aDoor(portal.db)
  const { id: certificateId } = await aCertificate(portal.db, { deviceIds: [door.id] })
  const card = aCard()
  const { id: memberId } = await aMember(portal.db, { cards: [card] })
  await aGrant(portal.db, { memberId, deviceId: door.id })
  await anAward(portal.db, { memberId, certificateId, expiresOn: '2026-06-02' })
  const tagsAt = async (now: string) => {
    clock.now = new Date(now)
    return (await listTags(portal.ctx, [door.id])).get(door.id)
  }
  // Midnight in Brisbane is 14:00 UTC.
  expect(await tagsAt('2026-06-01T13:59:00Z')).toEqual([card])
  expect(await tagsAt('2026-06-01T14:00:00Z')).toEqual([])
  const member = await portal.as(memberId)
  expect((await member.access.listOwn()).doors.find(({ id }) => id === door.id)?.refusal).toBe('noCertificate')
  clock.now = new Date('2026-05-04T02:00:00Z')
})

test('a renewal is another award, and the one before stays in the list', async () => {
  const { id: certificateId } = await aCertificate(portal.db, { validDays: 30 })
  const { id: memberId } = await aMember(portal.db)
  await staff.training.award({ memberId, certificateId })
  await staff.training.award({ memberId, certificateId })
  const { awards } = await staff.training.listMemberAwards({ memberId })
  expect(awards).toMatchObject([
    { end: null, endsOn: '2026-06-03', by: 'Ann Archer', source: 'staff' },
    { end: { kind: 'renewed' }, endsOn: null },
  ])
  expect((await staff.training.listHolders({ certificateId, which: 'ended' })).holders).toMatchObject([{ memberId }])
  await expect(portal.db.deleteFrom('awards').where('member_id', '=', memberId).execute()).rejects.toMatchObject({
    code: '42501',
  })
})

test('staff of members award to others and not to themselves', async () => {
  const { id: certificateId } = await aCertificate(portal.db)
  const { id } = await aMember(portal.db, { permissions: ['members'] })
  const people = await portal.as(id)
  await expect(people.training.award({ memberId: id, certificateId })).rejects.toMatchObject({ code: 'ownCertificate' })
  await people.training.award({ memberId: staffId, certificateId })
  await staff.training.award({ memberId: staffId, certificateId })
})

test('trainers award their own certificates to others, by name or card, and nothing else', async () => {
  const { id: trainerId } = await aMember(portal.db)
  const { id: certificateId } = await aCertificate(portal.db, { trainerIds: [trainerId] })
  const { id: foreign } = await aCertificate(portal.db)
  const card = aCard()
  const { id: memberId } = await aMember(portal.db, { firstName: 'Quentin', lastName: 'Learner', cards: [card] })
  const trainer = await portal.as(trainerId)
  const learner = await portal.as(memberId)
  expect(await trainer.training.findLearners({ text: 'quentin l' })).toEqual({
    members: [{ id: memberId, name: 'Quentin Learner' }],
  })
  await expect(learner.training.findLearners({ text: 'ann' })).rejects.toMatchObject({ code: 'notAllowed' })
  expect(await trainer.training.awardAsTrainer({ certificateId, memberId })).toEqual({ name: 'Quentin' })
  expect(await trainer.training.awardAsTrainer({ certificateId, card })).toEqual({ name: 'Quentin' })
  const refused = [
    [{ certificateId: foreign, memberId }, 'notAllowed'],
    [{ certificateId, memberId: trainerId }, 'ownCertificate'],
    [{ certificateId, card: 'unknown' }, 'learnerUnknown'],
    [{ certificateId }, 'badInput'],
  ] as const
  for (const [input, code] of refused)
    await expect(trainer.training.awardAsTrainer(input)).rejects.toMatchObject({ code })
  await expect(learner.training.awardAsTrainer({ certificateId, memberId: trainerId })).rejects.toMatchObject({
    code: 'notAllowed',
  })
  await staff.training.setTrainers({ certificateId, memberIds: [] })
  await expect(trainer.training.awardAsTrainer({ certificateId, memberId })).rejects.toMatchObject({
    code: 'notAllowed',
  })
})

test('at a kiosk a trainer logs in with card and PIN, and awards with the card of the learner', async () => {
  const [card, learnerCard] = [aCard(), aCard()]
  const { id: trainerId } = await aMember(portal.db, { cards: [card] })
  await aPin(portal.db, { memberId: trainerId, pin: '8642' })
  const { id: certificateId } = await aCertificate(portal.db, { trainerIds: [trainerId] })
  const { id: memberId } = await aMember(portal.db, { firstName: 'Rui', cards: [learnerCard] })
  const kiosk = await aKiosk(portal.db)
  const screen = openBrowser(portal.app)
  screen.cookies.set('kiosk', kiosk.claim)
  const logIn = { cardId: card, kioskId: kiosk.screenId }
  expect((await screen.post('/api/login/kiosk/', logIn)).json().code).toBe('pinNeeded')
  expect((await screen.post('/api/login/kiosk/', { ...logIn, pin: '8642' })).statusCode).toBe(200)
  const answer = await screen.post('/api/training/awards/', { certificateId, card: learnerCard })
  expect([answer.statusCode, answer.json()]).toEqual([200, { name: 'Rui' }])
  expect((await staff.training.listMemberAwards({ memberId })).awards).toMatchObject([{ source: 'trainer' }])
  expect((await screen.get('/api/training/learners/?text=ru')).json().code).toBe('notOnKiosk')
})

test('a member reads what is missing for which machine, and who can award it', async () => {
  const machine = await aMachine(portal.db, { name: 'Big laser' })
  const { id: trainerId } = await aMember(portal.db, { screenName: 'lumen' })
  const { id: certificateId, name } = await aCertificate(portal.db, {
    deviceIds: [machine.id],
    trainerIds: [trainerId],
  })
  const { id: memberId } = await aMember(portal.db)
  await aGrant(portal.db, { memberId, deviceId: machine.id })
  const member = await portal.as(memberId)
  expect((await member.training.getOwn()).open.find(({ id }) => id === certificateId)).toMatchObject({
    name,
    devices: ['Big laser'],
    next: { kind: 'trainer', trainers: ['lumen'] },
  })
  expect(await (await portal.as(trainerId)).training.getOwn()).toMatchObject({ trains: [{ id: certificateId, name }] })
})

test('closing an account ends its certificates and keeps them without a name', async () => {
  const { id: certificateId } = await aCertificate(portal.db)
  const { id: memberId, email } = await aMember(portal.db, { state: 'inactive' })
  await anAward(portal.db, { memberId, certificateId })
  await staff.profile.closeMember({ memberId, confirmation: email })
  const rows = await portal.db.selectFrom('awards').select('end_kind').where('member_id', '=', memberId).execute()
  expect(rows).toEqual([{ end_kind: 'closed' }])
})
