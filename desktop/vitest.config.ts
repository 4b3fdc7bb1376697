import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: import.meta.dirname,
  test: { include: ['{src,scripts}/**/*.test.ts'], testTimeout: 30_000, expect: { poll: { timeout: 10_000 } } },
})
