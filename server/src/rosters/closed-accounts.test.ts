import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../test-portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

test('whoever closed his account is in no list, no selection and no export', async () => {
  const api = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  await aMember(portal.db, { firstName: 'Kept', lastName: 'Quill' })
  const { id } = await aMember(portal.db, { firstName: 'Gone', lastName: 'Quill' })
  await portal.db
    .updateTable('members')
    .set({ closed_at: new Date(), email_verified_at: null, membership_state: 'inactive' })
    .where('id', '=', id)
    .execute()
  const { members } = await api.rosters.list({ text: 'quill' })
  expect(members.map(({ fullName }) => fullName)).toEqual(['Kept Quill'])
  const { emails, leftOut } = await api.rosters.exportEmails({ selection: { memberIds: [id] } })
  expect([emails, leftOut]).toEqual([[], 0])
  expect((await api.rosters.listAll({})).map((member) => member.id)).not.toContain(id)
})
