import { basename } from 'node:path/posix'
import { numbered } from './documents.ts'
import type { Check, Tree } from './tree.ts'

const migrationsOf = (tree: Tree) => [...tree].filter(([path]) => path.startsWith('server/migrations/'))

/** Migrations are named by their number, without gaps or doubles. */
export const numberedMigrations: Check = (tree) => {
  const paths = migrationsOf(tree).map(([path]) => path)
  const odd = paths.filter((path) => !/^server\/migrations\/[a-z0-9_]+\.sql$/.test(path))
  return [...numbered(paths, '_'), ...odd.map((path) => `${path}: expected small letters and .sql`)]
}

/** The last migration that brought functions. Since then each stands once, in server/sql. */
const lastWithFunctions = '0091'
const creation = /\bcreate\s+(?:or\s+replace\s+)?(?:function|procedure|view)\b/i

/** A copy in a migration would be overtaken by the file, or make two of what has one. */
export const functionsInFiles: Check = (tree) =>
  migrationsOf(tree)
    .filter(([path, text]) => {
      const isLanded = basename(path).slice(0, lastWithFunctions.length) <= lastWithFunctions
      return !isLanded && creation.test(text.replaceAll(/--.*/g, ''))
    })
    .map(([path]) => `${path}: functions and views stand in server/sql, one a file`)
