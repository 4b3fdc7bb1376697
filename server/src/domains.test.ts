import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { contract } from '@spacekeeper/contract/index.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { domains } from './domains.ts'
import { startTestPortal, type TestPortal } from './portal.testing.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const doubles = (names: readonly string[]) => names.filter((name, at) => names.indexOf(name) !== at)
const keys = (records: readonly object[]) => records.flatMap((record) => Object.keys(record))

test('every folder of the server with a domain.ts is registered, and nothing twice', () => {
  const folders = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('/domain.ts') && !path.startsWith('platform'))
    .map((path) => dirname(path).split('/')[0] ?? '')
  expect(domains.map(({ name }) => name).toSorted()).toEqual(folders.toSorted())
})

test('every domain of the contract with routes is one of the server', () => {
  const names = domains.filter(({ routes }) => routes).map(({ name }) => name.replaceAll('-', ''))
  const agreed = Object.keys(contract).filter((name) => name !== 'live')
  expect(names.toSorted()).toEqual(agreed.map((name) => name.toLowerCase()).toSorted())
})

const sourceOf = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8')
const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('platform'),
)
const templates = domains.flatMap(({ mails = [] }) => mails)

const isTemplate = (value: unknown): value is (typeof templates)[number] =>
  typeof value === 'object' && value !== null && 'kind' in value && 'write' in value && 'sample' in value

/** The templates a module exports, by themselves or in a list or record. */
const templatesIn = (exported: object) =>
  Object.values(exported)
    .flatMap((value: unknown) => (typeof value === 'object' && value !== null ? [value, ...Object.values(value)] : []))
    .filter((value) => isTemplate(value))

test('every mail template is registered by its domain, so that no mail is without a sample', async () => {
  const declaring = sources.filter((path) => sourceOf(path).includes('mailTemplate'))
  expect(declaring.length).toBeGreaterThan(4)
  for (const path of declaring) {
    const found = templatesIn(await import(join(import.meta.dirname, path)))
    expect(found, `templates that ${path} exports`).not.toEqual([])
    for (const template of found) expect(templates).toContain(template)
  }
  expect(doubles(templates.map(({ kind }) => kind))).toEqual([])
})

test('a mail is written from a template; only previews, mailings, which are written by staff, and the demonstration render one themselves', () => {
  const rendering = sources
    .filter((path) => /\brenderMail\b/.test(sourceOf(path)))
    .map((path) => path.split('/')[0] ?? '')
  expect([...new Set(rendering)].toSorted()).toEqual(['mailings', 'messages', 'seed'])
})

/** Tables with a column that points at a member. */
const tablesAboutMembers = async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct c.conrelid::regclass::text as name from pg_constraint c
    where c.contype = 'f' and c.confrelid = 'members'::regclass
    union select table_name from information_schema.columns where column_name = 'member_id' and table_schema = 'public'`.execute(
    portal.db,
  )
  return rows.map(({ name }) => name)
}

test('every table that holds something about a member is exported, or says why not, and closing says what becomes of it', async () => {
  const known = keys(domains.map(({ personalData }) => personalData?.tables ?? {}))
  expect(doubles(known)).toEqual([])
  const missing = (await tablesAboutMembers()).filter((name) => !known.includes(name))
  expect(missing).toEqual([])
})

test('what a table is exported as is a list of the archive', () => {
  const lists = domains.flatMap(({ personalData }) => personalData?.lists ?? []).map(({ name }) => name)
  expect(doubles(lists)).toEqual([])
  const named = domains
    .flatMap(({ personalData }) => Object.values(personalData?.tables ?? {}))
    .flatMap(({ exported }) => (typeof exported === 'string' ? [exported] : []))
  expect(named.filter((name) => !lists.includes(name))).toEqual([])
})
