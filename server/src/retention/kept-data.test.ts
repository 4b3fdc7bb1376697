import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { settings } from '@spacekeeper/contract/index.ts'
import { expect, onTestFinished, test } from 'vitest'
import { platformTables } from '#platform/domain.ts'
import { domains } from '../domains.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal } from '../portal.testing.ts'

const retentions = domains.flatMap((domain) => domain.retentions ?? [])
const retentionOf = (name: string) => {
  const found = retentions.find((retention) => retention.name === name)
  if (!found) throw new Error(`no retention ${name}`)
  return found
}

const personalTables = domains.flatMap(({ personalData }) => Object.entries(personalData?.tables ?? {}))

test.each(personalTables)('it is said how long %s is kept, or why for ever', (_table, { kept }) => {
  const ending = 'title' in kept ? [kept.reason] : kept.map((name) => retentionOf(name).title)
  expect(ending.filter((words) => words !== '')).not.toEqual([])
})

test('what ends a table is a retention of that table, but for tables whose rows go with another one', () => {
  const astray = personalTables.filter(([table, { kept }]) => {
    return !('title' in kept) && !kept.some((name) => retentionOf(name).table === table)
  })
  expect(astray.map(([table]) => table)).toEqual([
    'message_files',
    'mailing_recipients',
    'meeting_letter_recipients',
    'leaving_steps',
    'bulk_grants',
    'bulk_standings',
  ])
})

test('every retention has a name of its own, and a table of its domain', () => {
  const names = retentions.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  const foreign = domains.flatMap(({ name, tables = [], retentions: own = [] }) => {
    const allowed = name === 'audit' ? platformTables : tables
    return own.filter(({ table }) => table !== undefined && !allowed.includes(table))
  })
  expect(foreign).toEqual([])
})

test('every setting of days ends something, and its default is one that may be set', () => {
  // One is called as existing spaces know it.
  const keys = Object.keys(settings).filter((key) => key.startsWith('KEEP_') || key === 'STATS_MAX_DAYS')
  const used = retentions.flatMap((retention) => ('setting' in retention ? [retention.setting] : []))
  expect([...new Set(used)].toSorted()).toEqual(keys.toSorted())
  for (const key of used) {
    const { schema, default: usual, group } = settings[key]
    expect(schema.safeParse(usual).success, key).toBe(true)
    expect(schema.safeParse(0).success, key).toBe(true)
    for (const wrong of [1, -1, 1.5, 40_000, '90'])
      expect(schema.safeParse(wrong).success, `${key} ${wrong}`).toBe(false)
    expect(group).toBe('privacy')
  }
})

test('the guide names every setting of days', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../docs/guide/keeping-data.md'), 'utf8')
  const titles = Object.values(settings).flatMap(({ group, title }) => (group === 'privacy' ? [title] : []))
  expect(titles.filter((title) => !guide.includes(`| ${title} `))).toEqual([])
})

test('members read how long what is about them is kept, and what is for ever says why', async () => {
  const portal = await startTestPortal()
  onTestFinished(() => portal.close())
  const { id: memberId } = await aMember(portal.db)
  const { kept } = await (await portal.as(memberId)).retention.listOwn()
  expect(kept).toContainEqual({
    title: 'Visits',
    days: 1096,
    reason: expect.stringContaining('Claims after an accident'),
  })
  expect(kept).toContainEqual({ title: 'The balance and its transactions', days: null, reason: expect.any(String) })
  expect(kept.map(({ title }) => title)).not.toContain('Connections of devices')
  await expect((await portal.as(memberId)).retention.list()).rejects.toMatchObject({ status: 403 })
})
