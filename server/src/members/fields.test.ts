import { memberField, memberFieldNames } from '@spacekeeper/contract/members/fields.ts'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAccount } from '../auth/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { aMember } from './factory.ts'
import { archivedFields, erasedColumns } from './fields.ts'

const password = 'correct horse battery'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
  await aMember(portal.db, { isAdmin: true })
})
afterAll(() => portal.close())

type Column = { name: string; type: string }

const columnsOfTable = async () => {
  const { rows } = await sql<Column>`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = 'public' and table_name = 'members' order by 1`.execute(portal.db)
  return rows
}

const rowOf = async (id: number): Promise<Record<string, unknown>> =>
  portal.db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('every column of a member is declared once, with what the archive and closing make of it', async () => {
  const declared = memberFieldNames.map((name) => memberField(name).column)
  expect(declared.toSorted()).toEqual((await columnsOfTable()).map(({ name }) => name).toSorted())
})

test('what the archive leaves out and what closing keeps have a reason', () => {
  const reasons = memberFieldNames.flatMap((name) => {
    const { archived, closing } = memberField(name)
    return [...(archived === true ? [] : [archived.not]), ...('kept' in closing ? [closing.kept] : [])]
  })
  expect(reasons.filter((reason) => !/\w{3}/.test(reason))).toEqual([])
})

/** Values that the database would not take of just any text. */
const special: Record<string, unknown> = {
  membership_state: 'active',
  subscription_status: 'active',
  inactive_by: 'staff',
  name_choice: 'firstName',
}

const anyValue: Record<string, unknown> = { text: 'Something', boolean: true, ARRAY: ['members'] }

/** A value of this column that closing must change. */
const unlike = ({ name, type }: Column, erased: unknown) =>
  special[name] ?? (typeof erased === 'boolean' ? !erased : (anyValue[type] ?? new Date()))

test.each([
  ['an active member', (column: string) => !column.startsWith('inactive_')],
  ['an inactive one', (column: string) => column !== 'membership_state'],
])('closing the account of %s leaves the declared value in every column, whatever was there', async (_, isSet) => {
  const { id } = await anAccount(portal.db, { password })
  const erased = Object.fromEntries(Object.entries(erasedColumns(id)).filter(([column]) => isSet(column)))
  const columns = (await columnsOfTable()).filter(({ name }) => name in erased && name !== 'password_hash')
  const filled = {
    ...Object.fromEntries(columns.map((column) => [column.name, unlike(column, erased[column.name])])),
    ...(isSet('membership_state') ? {} : { membership_state: 'inactive' as const }),
  }
  await portal.db.updateTable('members').set(filled).where('id', '=', id).execute()
  const before = await rowOf(id)
  for (const [column, value] of Object.entries(erased)) expect(before[column], column).not.toEqual(value)
  await (await portal.as(id)).profile.closeAccount({ password, confirmation: 'close my account' })
  expect(await rowOf(id)).toMatchObject(erased)
})

test('the archive holds every field that is declared so, under its name', async () => {
  const { id } = await anAccount(portal.db, { password })
  const { content } = await (await portal.as(id)).profile.downloadData()
  const [head] = strFromU8(unzipSync(content)['profile.csv'] ?? new Uint8Array()).split('\r\n')
  expect(head?.replace('\uFEFF', '').split(',')).toEqual([...archivedFields, 'balanceCents', 'wantedEmail'])
})
