import { defineConfig } from 'vitest/config'

/** The tests that need neither a database nor a browser. The other workspaces have their own configuration. */
export default defineConfig({
  test: {
    include: ['scripts/**/*.test.ts', 'contract/src/**/*.test.ts', 'bench/src/**/*.test.ts', 'deploy/**/*.test.ts'],
    testTimeout: 120_000,
    // An image is built in one.
    hookTimeout: 900_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
