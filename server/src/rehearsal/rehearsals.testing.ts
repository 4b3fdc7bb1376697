import { readdirSync } from 'node:fs'
import type { Rehearsal } from '@spacekeeper/contract/rehearsal/shapes.ts'
import { expect, vi } from 'vitest'
import type { Services } from '#platform/ctx.ts'
import { afterThis, byProgram, newFolder } from '../test-process.ts'
import { Rehearsals } from './rehearsals.ts'

/** Until the test is over, temporary files are in a folder that no other test, in any process, writes to. */
export const useOwnTemporaryFolder = () => {
  const folder = newFolder()
  vi.stubEnv('TMPDIR', folder)
  afterThis(() => vi.unstubAllEnvs())
  return folder
}

/** Rehearsals that end with the test. */
export const openRehearsals = (services: Services, options: { unusedMs?: number } = {}) => {
  const folder = useOwnTemporaryFolder()
  const rehearsals = new Rehearsals(services, options)
  afterThis(() => rehearsals.end())
  const stateOf = () => rehearsals.describe().state
  return {
    rehearsals,
    folders: () => readdirSync(folder).filter((name) => name.startsWith('spacekeeper-rehearsal-')),
    /** Waits until it is so; one that failed instead says why. */
    untilState: async (state: Rehearsal['state']) => {
      await expect.poll(() => [state, 'failed'].includes(stateOf()), byProgram).toBe(true)
      expect(rehearsals.describe()).toMatchObject({ state })
    },
  }
}
