import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { otherMajors, startOtherPostgres } from '#platform/db/other-postgres.testing.ts'
import { createEmptyTestDatabase } from '#platform/db/test-database.ts'
import { anEntry } from '../../memberbucks/factory.ts'
import { aMember } from '../../members/factory.ts'
import { aPortal, exported, importInto, query } from './portable-scene.testing.ts'

const majors = otherMajors()

/** The rows of each table, and no others: where a copy was opened, that is noted. */
const rowsIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name.endsWith('.copy') && !/installed_versions|settings/.test(name))
      .map((name) => [name, readFileSync(join(folder, name), 'latin1')]),
  )

test.skipIf(majors.length === 0)(
  `a database goes through the other major versions of PostgreSQL that are at hand (${majors.join(', ') || 'none'}) and back, and each row is the same`,
  async () => {
    const portal = await aPortal()
    const { id } = await aMember(portal.db, { firstName: 'Ada "Löwe"\t\\N', cards: ['4711'] })
    for (const amountCents of [1250, -75, 1]) await anEntry(portal.db, { memberId: id, amountCents })
    const { folder: first } = await exported(portal)
    const expected = rowsIn(first)
    expect(Object.keys(expected)).toContain('public.ledger_entries.copy')
    let folder = first
    for (const major of majors) {
      const url = await startOtherPostgres(major)
      expect(await importInto(url, folder)).toMatchObject({ faults: [], entries: 3, sumCents: 1176 })
      const { folder: next, set } = await exported({ ownerUrl: url })
      expect(set.postgres).toBe(major)
      expect(rowsIn(next)).toEqual(expected)
      await expect(query(url, 'delete from ledger_entries')).rejects.toThrow('ledger_entries')
      folder = next
    }
    const { connectionString: url } = await createEmptyTestDatabase()
    expect(await importInto(url, folder)).toMatchObject({ faults: [], entries: 3, sumCents: 1176 })
    expect(rowsIn((await exported({ ownerUrl: url })).folder)).toEqual(expected)
  },
)
