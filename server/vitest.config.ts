import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/platform/db/test-server.ts'],
    setupFiles: ['src/test-setup.ts'],
    pool: 'forks',
    // The portal's modules are read once a worker, not once a file: a file leaves nothing behind in them.
    isolate: false,
    // Half of them wait for the database, a process or a socket.
    maxWorkers: 5,
    testTimeout: 60_000,
    // A busy machine takes its time; what never comes is told as early as it can be known.
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 60_000,
  },
})
