import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { apiRoutes } from './api-routes.ts'
import { guides } from './guides.ts'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [apiRoutes(), guides(), react()],
  test: {
    environment: 'jsdom',
    // The screens are read once a worker, not once a file; src/test-setup.ts clears up between the files.
    isolate: false,
    // Each screen makes thousands of objects for a moment: with more room they are collected less often.
    execArgv: ['--max-semi-space-size=64'],
    maxWorkers: 3,
    // A busy machine takes its time. No test has a limit of its own.
    testTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/test-setup.ts'],
  },
})
