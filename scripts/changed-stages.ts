import { execFileSync } from 'node:child_process'
import { stages, type Stage } from './test-stages.ts'

const git = (root: string, ...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)

/** Paths of the working tree that differ from `base`, a commit or branch; those that git does not know yet as well. */
export const changedFiles = (root: string, base: string): string[] => [
  ...new Set([
    ...git(root, 'diff', '--name-only', '--diff-filter=d', '--merge-base', base),
    ...git(root, 'ls-files', '--others', '--exclude-standard'),
  ]),
]

/** The part of a workspace that a file belongs to: `src/doors/`, `src/platform/db/`, or `src/app.` of a root file. */
const partOf = (path: string): string | undefined => {
  const [, src, folder, ...rest] = path.split('/')
  if (src !== 'src' || folder === undefined) return undefined
  if (rest.length === 0) return `src/${folder.replace(/\..*$/, '')}.`
  return folder === 'platform' && rest.length > 1 ? `src/platform/${rest[0]}/` : `src/${folder}/`
}

const domainOf = (path: string): string | undefined => /^(?:contract|server|web)\/src\/([^/]+)\//.exec(path)?.[1]
const isOf = (folder: string) => (path: string) => path.startsWith(`${folder}/`)

type Filters = Record<'server' | 'web' | 'e2e', string[]>

/** Tests of the server and of the screens import the whole portal, so theirs are chosen by their part, not by imports. */
const filtersOf = (files: readonly string[]): Filters => {
  const domains = [...new Set(files.flatMap((path) => domainOf(path) ?? []))].filter((name) => name !== 'platform')
  const agreed = files.filter(isOf('contract')).flatMap((path) => (domainOf(path) ? (partOf(path) ?? []) : []))
  const partsIn = (folder: string) => [
    ...new Set([...files.filter(isOf(folder)).flatMap((path) => partOf(path) ?? []), ...agreed]),
  ]
  const journeys = files.flatMap((path) => /^e2e\/([^/]+\.spec\.ts)$/.exec(path)?.[1] ?? [])
  return {
    server: partsIn('server'),
    web: partsIn('web'),
    e2e: [...new Set([...domains.map((name) => `/e2e/${name}[.-]`), ...journeys])],
  }
}

/** A workspace whose tests import only what they are about. */
const byImports = (stage: Stage, base: string): Stage => ({
  ...stage,
  commands: [['vitest', 'run', '--changed', base, '--passWithNoTests']],
})

/**
 * Chooses what judges a change in a minute or two: the checks, the lint of its files, the tests of its domains. The tests
 * that go through every route or screen, and those of what builds on it, are left to a whole run.
 */
export const changedStages = (files: readonly string[], base: string): Stage[] => {
  const filters = filtersOf(files)
  const linted = files.filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.gen.ts'))
  const changed = (stage: Stage): Stage[] => {
    if (stage.name === 'lint') return linted.length === 0 ? [] : [{ ...stage, commands: [['oxlint', ...linted]] }]
    if (stage.name === 'unit') return [byImports(stage, base)]
    if (stage.name === 'server' || stage.name === 'web' || stage.name === 'e2e') {
      const only = filters[stage.name]
      const [command = []] = stage.commands
      const extra = stage.name === 'e2e' ? '--pass-with-no-tests' : '--passWithNoTests'
      return only.length === 0 ? [] : [{ ...stage, commands: [[...command, extra, ...only]] }]
    }
    if (stage.name === 'build') return filters.e2e.length > 0 ? [stage] : []
    if (stage.isStatic) return [stage]
    return files.some(isOf(stage.folder)) ? [byImports(stage, base)] : []
  }
  return stages.flatMap(changed)
}
