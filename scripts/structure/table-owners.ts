import { placeOf } from './places.ts'
import { codeKeepingStrings } from './source.ts'
import { isTest, sources, type Check, type Tree } from './tree.ts'

const declaration = /\b(?:tables:|platformTables\b[^=]*=)\s*\[([^\]]*)\]/

/** The tables each domain says are its own, in its domain.ts. Read as text, so that the check needs no database. */
export const tablesByOwner = (tree: Tree): Map<string, string[]> =>
  new Map(
    [...tree].flatMap(([path, text]): [string, string[]][] => {
      const owner = /^server\/src\/([^/]+)\/domain\.ts$/.exec(path)?.[1]
      const declared = owner && declaration.exec(codeKeepingStrings(text))?.[1]
      return declared ? [[owner, [...declared.matchAll(/'(\w+)'/g)].map(([, table = '']) => table)]] : []
    }),
  )

/**
 * Files that write one column of a table they do not own. When members were last seen is noted by access, for every
 * swipe, in its own statement; members stands above access and cannot be called from there.
 */
const exceptions = new Map([['server/src/access/last-seen.ts', 'members']])

const builder = /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)/g
const statement = /\b(?:insert\s+into|delete\s+from|update)\s+([a-z_]+)\b(?=[^;]*?\b(?:set|values|select|where|\())/g

/** The tables that a file writes to, by the query builder or in SQL. */
const writesOf = (text: string): Set<string> => {
  const code = codeKeepingStrings(text)
  return new Set([...code.matchAll(builder), ...code.matchAll(statement)].flatMap(([, table = '']) => table))
}

/** Only the owner of a table writes to it. Tests, test helpers and what fills a space for a demonstration may do it for them. */
export const ownTables: Check = (tree) => {
  const ownerOf = new Map([...tablesByOwner(tree)].flatMap(([owner, tables]) => tables.map((table) => [table, owner])))
  return sources(tree).flatMap(([path, text]) => {
    const { tier, domain, layer } = placeOf(path)
    const isExempt = tier !== 'server' || layer === 'root' || isTest(path) || /(\.testing|\/factory)\.ts$/.test(path)
    if (isExempt) return []
    const foreign = [...writesOf(text)].filter((table) => {
      const owner = ownerOf.get(table)
      return owner !== undefined && owner !== (domain ?? layer) && exceptions.get(path) !== table
    })
    return foreign.map((table) => `${path}: writes to ${table}, which belongs to ${ownerOf.get(table)}`)
  })
}

const created = /^create table (?:if not exists )?(\w+)/gim
const dropped = /^drop table (?:if exists )?(\w+)/gim
const renamed = /^alter table (\w+) rename to (\w+)/gim

/** Every table of the migrations belongs to one domain. */
export const ownedTables: Check = (tree) => {
  const tables = new Set<string>()
  for (const [path, text] of [...tree].toSorted(([a], [b]) => a.localeCompare(b))) {
    if (!/^server\/migrations\/.*\.sql$/.test(path)) continue
    for (const [, table = ''] of text.matchAll(created)) tables.add(table)
    for (const [, from = '', to = ''] of text.matchAll(renamed)) if (tables.delete(from)) tables.add(to)
    for (const [, table = ''] of text.matchAll(dropped)) tables.delete(table)
  }
  const owned = [...tablesByOwner(tree).values()].flat()
  return [...tables].flatMap((table) => {
    const owners = owned.filter((other) => other === table).length
    if (owners === 1) return []
    return [
      `server/migrations: the table ${table} belongs to ${owners} domains; one names it in \`tables\` of its domain.ts`,
    ]
  })
}
