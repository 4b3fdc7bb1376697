import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: import.meta.dirname,
  test: { include: ['{src,scripts}/**/*.test.ts'], testTimeout: 120_000, expect: { poll: { timeout: 30_000 } } },
})
