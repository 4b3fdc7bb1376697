import { expect, test } from 'vitest'
import { changedStages } from './changed-stages.ts'

/** The commands of a stage for a change of these files; undefined when it does not run. */
const commandsOf = (name: string, files: string[]) =>
  changedStages(files, 'HEAD').find((stage) => stage.name === name)?.commands

test('a change of a domain runs the tests of that domain in each workspace', () => {
  const files = ['contract/src/doors/shapes.ts', 'server/src/doors/card-lists.ts']
  expect(commandsOf('server', files)).toEqual([['vitest', 'run', '--passWithNoTests', 'src/doors/']])
  expect(commandsOf('web', files)).toEqual([['vitest', 'run', '--passWithNoTests', 'src/doors/']])
  expect(commandsOf('e2e', files)).toEqual([['playwright', 'test', '--pass-with-no-tests', '/e2e/doors[.-]']])
  expect(commandsOf('build', files)).toBeDefined()
})

test('a change of the platform runs the tests of that folder', () => {
  const files = ['server/src/platform/db/change.ts']
  expect(commandsOf('server', files)?.[0]).toContain('src/platform/db/')
  expect(commandsOf('web', files)).toBeUndefined()
  expect(commandsOf('e2e', files)).toBeUndefined()
})

test('a file outside of all domains runs its own test', () => {
  expect(commandsOf('server', ['server/src/app.ts'])?.[0]).toContain('src/app.')
})

test('a change of one workspace leaves the others alone', () => {
  const files = ['simulators/src/door.ts']
  expect(commandsOf('simulators', files)).toEqual([['vitest', 'run', '--changed', 'HEAD', '--passWithNoTests']])
  expect(commandsOf('mobile', files)).toBeUndefined()
})

test('only files of the change are linted, and the types of everything are checked', () => {
  const files = ['web/src/doors/api.ts', 'docs/testing.md', 'web/src/routeTree.gen.ts']
  expect(commandsOf('lint', files)).toEqual([['oxlint', 'web/src/doors/api.ts']])
  expect(commandsOf('types', files)).toHaveLength(6)
  expect(commandsOf('lint', ['docs/testing.md'])).toBeUndefined()
})

test('a journey of the change runs by its name', () => {
  expect(commandsOf('e2e', ['e2e/visits.spec.ts'])?.[0]).toContain('visits.spec.ts')
})
