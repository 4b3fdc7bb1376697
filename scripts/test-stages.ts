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
  /** Two lanes run at the same time. What has no lane runs after them, alone: it starts databases and browsers, and is unsteady beside others. */
  lane?: Lane
  /** How many of its files run at once beside the other lane; alone it takes what its configuration says. */
  workers?: number
}

export type Lane = 'files' | 'tests'

const check = (name: string, ...commands: string[][]): Stage => ({
  name,
  folder: '.',
  commands,
  isStatic: true,
  lane: 'files',
})
const vitest = (name: string, folder: string): Stage => ({
  name,
  folder,
  commands: [['vitest', 'run']],
  report: 'vitest',
  lane: 'tests',
})

/** Programs of their own for what knows a browser; everything else is in the first. */
const programs = ['.', 'web', 'simulators/desk', 'desktop', 'mobile', 'e2e']
/** Kept between runs, so that only what a change reaches is read again. */
const typesOf = (folder: string) =>
  `node_modules/.cache/types/${folder === '.' ? 'node' : folder.replace('/', '-')}.json`

/** One checker a program, for several would each work out most types by themselves. */
const types: Stage = {
  ...check(
    'types',
    ...programs.map((folder) => {
      const kept = ['--incremental', '--tsBuildInfoFile', typesOf(folder)]
      return ['tsc', '-p', folder, '--singleThreaded', ...kept]
    }),
  ),
  isSideBySide: true,
}

export const stages: Stage[] = [
  check('format', ['oxfmt', '--check', '.']),
  check('lint', ['oxlint']),
  check('structure', ['node', 'scripts/check-structure.ts']),
  check('knip', ['knip', '--no-progress']),
  types,
  check('db-types', ['node', 'scripts/generate-db-types.ts', '--check']),
  vitest('unit', '.'),
  vitest('simulators', 'simulators'),
  vitest('desktop', 'desktop'),
  vitest('mobile', 'mobile'),
  { ...vitest('web', 'web'), workers: 2 },
  // Before what starts a portal as people do, which would build the screens itself.
  { name: 'build', folder: '.', commands: [['npm', 'run', 'build']] },
  { name: 'server', folder: 'server', commands: [['vitest', 'run']], report: 'vitest' },
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

/**
 * The lanes that run at the same time, and then what runs one after another; one lane alone waits for nothing. Where no
 * tests run beside the checks, the lint does, which takes as long as all others together.
 */
export function planStages(chosen: readonly Stage[]): { lanes: Stage[][]; alone: Stage[] } {
  const hasTests = chosen.some(({ lane }) => lane === 'tests')
  const laneOf = ({ name, lane }: Stage) => (name === 'lint' && !hasTests ? 'tests' : lane)
  const inLane = (lane: Lane) => chosen.filter((stage) => laneOf(stage) === lane)
  const lanes = [inLane('files'), inLane('tests')].filter((lane) => lane.length > 0)
  return lanes.length < 2 ? { lanes: [], alone: [...chosen] } : { lanes, alone: chosen.filter(({ lane }) => !lane) }
}
