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
  /** Two lanes run at the same time, since either waits a third of it. What has no lane runs before them. */
  lane?: Lane
  /** How many of its files run at once beside the other lane; alone it takes what its configuration says. */
  workers?: number
}

export type Lane = 'browser' | 'tests'

const check = (name: string, ...commands: string[][]): Stage => ({
  name,
  folder: '.',
  commands,
  isStatic: true,
  lane: 'browser',
})
const vitest = (name: string, folder: string): Stage => ({
  name,
  folder,
  commands: [['vitest', 'run']],
  report: 'vitest',
  lane: 'tests',
})

/** Programs of their own for what knows a browser; everything else is in the first. */
const typed = ['.', 'web', 'simulators/desk', 'desktop', 'e2e']

export const stages: Stage[] = [
  // Before what starts a portal as people do, which would build the screens itself.
  { name: 'build', folder: '.', commands: [['npm', 'run', 'build']] },
  check('format', ['oxfmt', '--check', '.']),
  check('lint', ['oxlint']),
  check('structure', ['node', 'scripts/check-structure.ts']),
  check('knip', ['knip', '--no-progress']),
  { ...check('types', ...typed.map((folder) => ['tsc', '-p', folder])), isSideBySide: true },
  check('db-types', ['node', 'scripts/generate-db-types.ts', '--check']),
  { ...vitest('server', 'server'), workers: 4 },
  vitest('unit', '.'),
  vitest('simulators', 'simulators'),
  vitest('desktop', 'desktop'),
  { ...vitest('web', 'web'), workers: 2 },
  {
    name: 'e2e',
    folder: 'e2e',
    commands: [['playwright', 'test']],
    report: 'playwright',
    needs: 'build',
    needsBrowser: true,
    lane: 'browser',
    workers: 4,
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

/** What runs one after another first, and then the lanes that run at the same time; one lane alone waits for nothing. */
export function planStages(chosen: readonly Stage[]): { first: Stage[]; lanes: Stage[][] } {
  const inLane = (lane: Lane) => chosen.filter((stage) => stage.lane === lane)
  const lanes = [inLane('browser'), inLane('tests')].filter((lane) => lane.length > 0)
  return lanes.length < 2 ? { first: [...chosen], lanes: [] } : { first: chosen.filter(({ lane }) => !lane), lanes }
}
