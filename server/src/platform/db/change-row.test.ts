import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember } from '../../members/factory.ts'
import { startTestPortal, type TestPortal } from '../../portal.testing.ts'
import { AppError } from '../http/app-error.ts'
import { changeRow, differencesOf } from './change-row.ts'
import { record } from './change.ts'
import { onUnique } from './on-unique.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const columns = { firstName: 'first_name', screenName: 'screen_name', phone: 'phone' } as const

const change = (id: number, changes: { firstName?: string; screenName?: string }, stamps?: { last_name: string }) =>
  record(portal.ctx, async ({ tx }) => {
    const row = await tx.selectFrom('members').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
    const update = tx.updateTable('members').where('id', '=', id)
    return { result: await changeRow(update, { row, columns, changes, ...(stamps && { stamps }) }) }
  })

const find = (id: number) =>
  portal.db
    .selectFrom('members')
    .select(['first_name', 'last_name', 'screen_name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

test('only what differs is written, and told with what it was', async () => {
  const { id } = await aMember(portal.db, { firstName: 'Ada', lastName: 'Love', screenName: 'ada' })
  const differences = await change(id, { firstName: 'Ada', screenName: 'lovelace' }, { last_name: 'Lovelace' })
  expect(differences).toEqual({ screenName: { from: 'ada', to: 'lovelace' } })
  expect(await find(id)).toEqual({ first_name: 'Ada', last_name: 'Lovelace', screen_name: 'lovelace' })
})

test('where nothing differs nothing is written, stamps neither', async () => {
  const { id } = await aMember(portal.db, { firstName: 'Bo', lastName: 'Peep' })
  expect(await change(id, { firstName: 'Bo' }, { last_name: 'Other' })).toBeNull()
  expect(await find(id)).toMatchObject({ last_name: 'Peep' })
})

test('empty values are values: null and an empty text replace what was there', () => {
  const row = { first_name: 'Ada', screen_name: 'ada', phone: null }
  expect(differencesOf({ row, columns, changes: { firstName: '', screenName: null, phone: null } })).toEqual({
    firstName: { from: 'Ada', to: '' },
    screenName: { from: 'ada', to: null },
  })
})

const rename = async (clash: Parameters<typeof onUnique>[0]) => {
  await aMember(portal.db, { screenName: 'taken' }).catch(() => undefined)
  const { id } = await aMember(portal.db)
  return onUnique(clash, () => change(id, { screenName: 'Taken' })).catch((error: unknown) => error)
}

test('what is taken is refused in the words for its index, and other indexes keep their error', async () => {
  expect(await rename({ members_screen_name: 'screenNameTaken' })).toMatchObject({ code: 'screenNameTaken' })
  const atField = { members_screen_name: { field: 'name', message: 'Ada has it.' } }
  expect(await rename(atField)).toMatchObject({
    code: 'badInput',
    facts: { fields: [{ field: 'name', message: 'Ada has it.' }] },
  })
  const look = { members_screen_name: async () => new AppError('emailTaken', { detail: 'looked' }) }
  expect(await rename(look)).toMatchObject({ code: 'emailTaken', facts: { detail: 'looked' } })
  expect(await rename({ members_email: 'emailTaken' })).toMatchObject({ code: '23505' })
})

test('what goes well comes back', async () => {
  expect(await onUnique({ members_email: 'emailTaken' }, async () => 7)).toBe(7)
})
