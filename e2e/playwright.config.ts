import { defineConfig } from '@playwright/test'

const executablePath = process.env['CHROMIUM_PATH'] ?? ''

/** Chromium as root on a server, without the calls home that a closed network would only log. */
const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page of a journey lives for seconds: optimising its code costs more than it saves.
  '--js-flags=--no-opt --no-maglev',
]

/** A browser with more arguments. As people start it, pages that were left are kept for Back, which Playwright turns off. */
export const chromiumWith = (...args: string[]) => ({
  args: [...chromiumArgs, ...args],
  ignoreDefaultArgs: ['--disable-back-forward-cache'],
  ...(executablePath && { executablePath }),
})

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './start-database.ts',
  outputDir: 'test-results',
  workers: 5,
  fullyParallel: false,
  forbidOnly: true,
  // A busy machine takes its time; what never comes costs it only where something is wrong.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    locale: 'en-AU',
    timezoneId: 'Australia/Brisbane',
    // Screens move nothing for those who ask; waiting for what moves was a tenth of the time.
    contextOptions: { reducedMotion: 'reduce' },
    // What cannot be pressed says so before the whole journey runs out of time.
    actionTimeout: 20_000,
    // Requests that a worker answers are seen by no test; the journeys about it let it run.
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    // It would record each journey, also those that pass; `playwright test --trace on` does it for one that fails.
    trace: 'off',
    launchOptions: chromiumWith(),
  },
})
