import { beforeAll, afterAll, test, expect } from 'vitest'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { aMember } from './factory.ts'

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal()
})

afterAll(() => portal.close())

test('a closed account is in no list, no selection and no export', async () => {
  const api = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  await aMember(portal.db, { firstName: 'Kept', lastName: 'Quill' })
  const { id } = await aMember(portal.db, { firstName: 'Gone', lastName: 'Quill' })
  await portal.db
    .updateTable('members')
    .set({ closed_at: new Date(), email_verified_at: null, membership_state: 'inactive' })
    .where('id', '=', id)
    .execute()
  const { members } = await api.members.list({ text: 'quill' })
  expect(members.map(({ fullName }) => fullName)).toEqual(['Kept Quill'])
  const { emails, leftOut } = await api.members.exportEmails({ selection: { memberIds: [id] } })
  expect([emails, leftOut]).toEqual([[], 0])
  expect((await api.members.listAll({})).map((member) => member.id)).not.toContain(id)
})
