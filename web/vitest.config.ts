import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { apiRoutes } from './api-routes.ts'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [apiRoutes(), react()],
  test: {
    environment: 'jsdom',
    testTimeout: 30_000,
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/test-setup.ts'],
  },
})
