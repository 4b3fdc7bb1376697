import { afterAll, beforeAll, expect, test } from 'vitest'
import { record } from '#platform/db/change.ts'
import type { TestClient } from '../client.testing.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { agreementPersonalData } from './personal-data.ts'

let portal: TestPortal
let staff: TestClient
beforeAll(async () => {
  portal = await startTestPortal({ now: () => new Date('2026-03-11T13:40:00Z') })
  staff = await portal.as((await aMember(portal.db, { permissions: ['members'] })).id)
})
afterAll(() => portal.close())

const signAll = async (api: TestClient, guardian: { name: string; email: string } | null = null) => {
  const versionIds = (await api.agreements.listOwn()).due.map(({ versionId }) => versionId)
  await api.agreements.sign({ versionIds, name: 'Zoë Quill', guardian })
}

/** A minor whose guardian has not signed yet. */
const ofMinor = async () => {
  const rules = { title: 'House rules', text: 'Sweep the floor.', inForceFrom: '2026-03-11' }
  const { id: agreementId } = await staff.agreements.create({ ...rules, requiredOf: 'everyone' })
  const { id } = await aMember(portal.db, { firstName: 'Zoë', lastName: 'Quill' })
  const api = await portal.as(id)
  await signAll(api, { name: 'Alex Quill', email: 'alex@example.org' })
  return { agreementId, id, api }
}

test('who named a guardian signs each later text with one, until staff say that they are of age', async () => {
  const { agreementId, api, id } = await ofMinor()
  await staff.agreements.addVersion({ agreementId, title: 'Rules 2', text: 'Sweep twice.', inForceFrom: '2026-03-11' })
  await expect(signAll(api)).rejects.toMatchObject({
    body: { fields: [{ field: 'guardian', message: expect.stringContaining('Name your guardian again') }] },
  })
  expect((await api.agreements.listOwn()).isMinor).toBe(true)
  const { missing } = await staff.agreements.listPeople({ agreementId })
  expect(missing.find(({ memberId }) => memberId === id)).toMatchObject({ isMinor: true })
  await staff.agreements.endMinority({ memberId: id })
  await expect(staff.agreements.endMinority({ memberId: id })).rejects.toMatchObject({ code: 'notFound' })
  await signAll(api)
  expect(await api.agreements.listOwn()).toMatchObject({ due: [], guardian: null, isMinor: false })
})

test('a guardian who never signed is forgotten with the account', async () => {
  const { id } = await ofMinor()
  await record(portal.ctx, async (work) => {
    await agreementPersonalData.erase?.(work, id)
    return { result: undefined }
  })
  const left = portal.db.selectFrom('guardian_requests').selectAll().where('member_id', '=', id)
  const rows = await left.execute()
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain('alex')
  expect(JSON.stringify(rows)).not.toContain('Alex')
})
