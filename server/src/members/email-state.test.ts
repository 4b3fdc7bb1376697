import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { aMember } from './factory.ts'

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal()
})

afterAll(() => portal.close())

test('the list is filtered, sorted and marked by role and by what is known of the address', async () => {
  const { id } = await aMember(portal.db, { isAdmin: true, lastName: 'Boss' })
  await aMember(portal.db, { permissions: ['money'], lastName: 'Cash' })
  await aMember(portal.db, { isVerified: false, passwordHash: 'x', lastName: 'Typo' })
  const api = await portal.as(id)
  const { link } = await api.auth.invite({ firstName: 'Ann', lastName: 'Guest', email: 'ann@example.org' })
  expect(link).not.toBeNull()
  const find = async (filter: Parameters<typeof api.members.list>[0]) =>
    (await api.members.list(filter)).members.map(({ fullName }) => fullName.split(' ').at(-1))
  expect(await find({ role: 'administrator' })).toEqual(['Boss'])
  expect(await find({ role: 'staff' })).toEqual(['Cash'])
  expect(await find({ emailState: 'unconfirmed' })).toEqual(['Typo'])
  expect(await find({ emailState: 'invited' })).toEqual(['Guest'])
  expect((await find({ sort: 'role' })).slice(0, 2)).toEqual(['Boss', 'Cash'])
  const [first] = (await api.members.list({ emailState: 'invited' })).members
  expect(first).toMatchObject({ emailState: 'invited', role: 'member' })
  const csv = await api.members.exportCsv({ selection: { filter: { role: 'staff' } }, columns: ['name', 'role'] })
  expect(String(csv.content)).toContain('Member,Cash,Staff')
})
