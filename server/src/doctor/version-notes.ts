import { existsSync, readFileSync } from 'node:fs'
import type { VersionReport } from '@spacekeeper/contract/doctor/routes.ts'
import type { Ctx } from '#platform/ctx.ts'
import { version } from '#platform/version.ts'
import { findNewest } from './newer-version.ts'

type VersionNote = VersionReport['notes'][number]

const file = new URL('../../../CHANGELOG.md', import.meta.url)

/** Reads the list of what is new: a heading for each version, and a line for each thing. */
export const readNotes = (text: string): VersionNote[] => {
  const [, ...parts] = text.split(/^## /m)
  return parts.map((part) => {
    const [heading = '', ...lines] = part.split('\n')
    const things = lines.filter((line) => line.startsWith('- ')).map((line) => line.slice(2).replaceAll('`', ''))
    return { version: heading.trim(), lines: things }
  })
}

let known: VersionNote[] | undefined

/** An installation may have been copied without the file. */
const notes = (): VersionNote[] => (known ??= existsSync(file) ? readNotes(readFileSync(file, 'utf8')) : [])

/** Says which version runs, since when, and what came with it and those before. */
export const getVersion = async (ctx: Ctx): Promise<VersionReport> => {
  const installed = await ctx.db
    .selectFrom('installed_versions')
    .select(['version', 'installed_at'])
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const since = installed?.version === version ? installed.installed_at.toISOString() : null
  return { version, since, newest: await findNewest(ctx), notes: notes() }
}
