/** One step of `npm test`. All of its commands run, even when one fails. */
export type Stage = {
  name: string
  /** Where the commands run, from the root. */
  folder: string
  commands: string[][]
  /** Which program's report says how many tests ran. Without one the stage counts as one test. */
  report?: 'vitest' | 'playwright'
  /** Its commands run two at a time; they print nothing but problems. */
  isSideBySide?: boolean
  /** Reads the files only and starts nothing of ours. */
  isStatic?: boolean
  /** The stage that has to run first. */
  needs?: string
  needsBrowser?: boolean
}

const check = (name: string, ...commands: string[][]): Stage => ({ name, folder: '.', commands, isStatic: true })
const vitest = (name: string, folder: string): Stage => ({
  name,
  folder,
  commands: [['vitest', 'run']],
  report: 'vitest',
})

/** Programs of their own for what knows a browser; everything else is in the first. */
const typed = ['.', 'web', 'simulators/desk', 'desktop', 'e2e']

export const stages: Stage[] = [
  check('format', ['oxfmt', '--check', '.']),
  check('lint', ['oxlint']),
  check('structure', ['node', 'scripts/check-structure.ts']),
  check('knip', ['knip', '--no-progress']),
  { ...check('types', ...typed.map((folder) => ['tsc', '-p', folder])), isSideBySide: true },
  check('db-types', ['node', 'scripts/generate-db-types.ts', '--check']),
  vitest('unit', '.'),
  vitest('server', 'server'),
  vitest('simulators', 'simulators'),
  vitest('desktop', 'desktop'),
  vitest('web', 'web'),
  { name: 'build', folder: '.', commands: [['npm', 'run', 'build']] },
  {
    name: 'e2e',
    folder: 'e2e',
    commands: [['playwright', 'test']],
    report: 'playwright',
    needs: 'build',
    needsBrowser: true,
  },
]

/** The stages a call of `npm test` asks for, in order; those needed first are among them. */
export function chooseStages({ only, isStatic }: { only?: string | undefined; isStatic: boolean }): Stage[] {
  if (only === undefined) return isStatic ? stages.filter((stage) => stage.isStatic) : stages
  const wanted = only.split(',').map((name) => name.trim())
  const known = stages.map(({ name }) => name)
  const unknown = wanted.find((name) => !known.includes(name))
  if (unknown !== undefined) throw new Error(`There is no stage "${unknown}". There are: ${known.join(', ')}.`)
  const needed = stages.flatMap(({ name, needs }) => (needs !== undefined && wanted.includes(name) ? [needs] : []))
  return stages.filter(({ name }) => wanted.includes(name) || needed.includes(name))
}
