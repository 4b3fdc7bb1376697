import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Begun last, one of these would run on alone: they start programs, or go through every route or statement. */
const longest = [
  'stripe/killed-portal',
  'stripe/earlier/killed-takeovers',
  'portal-process',
  'platform/db/embedded-postgres',
  'vending/killed-portal',
  'backup/killed-backup',
  'backup/backup',
  'backup/newer-major',
  'built-program',
  'backup/tables/killed-import',
  'backup/tables/portable-form',
  'backup/tables/archived-tables',
  'npm-start',
  'interlocks/killed-portal',
  'votes/secret/killed-portal',
  'votes/secret/erased-order',
  'faults',
  'access',
  'auth/lockout',
  'drivers/makes',
  'doors/killed-database',
].map((name) => `/src/${name}.test.ts`)

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files) // oxlint-disable-line unicorn/no-array-sort -- it is the sequencer's, which sorts nothing in place
    const place = ({ moduleId }: TestSpecification) => {
      const index = longest.findIndex((path) => moduleId.endsWith(path))
      return index === -1 ? longest.length : index
    }
    return sorted.toSorted((a, b) => place(a) - place(b))
  }
}

export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/platform/db/test-server.ts'],
    setupFiles: ['src/test-setup.ts'],
    pool: 'forks',
    // Node reads the modules itself, as it does for the portal: nothing is transformed, and from the second worker on
    // they are found compiled.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // The portal's modules are read once a worker, not once a file: a file leaves nothing behind in them.
    isolate: false,
    // The young take more room and are collected less often.
    execArgv: ['--max-semi-space-size=64'],
    sequence: { sequencer: LongestFirst },
    // Half of them wait for the database, a process or a socket. Each reads the portal's modules once.
    maxWorkers: 4,
    // A busy machine takes its time; what never comes is told as early as it can be known. No test has limits of its own.
    testTimeout: 400_000,
    hookTimeout: 400_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
