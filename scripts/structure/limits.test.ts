import { expect, test } from 'vitest'
import { blamed } from './blamed.testing.ts'
import { limitsOfStages } from './limits.ts'

test('a limit of its own is found in what waits, in a test and in a file of tests', () => {
  const strays = {
    'server/src/doors/a.test.ts': 'await vi.waitFor(() => expect(a).toBe(1))',
    'server/src/doors/b.testing.ts': 'await vi.waitUntil(isReady)',
    'server/src/doors/c.test.ts': 'await expect.poll(read, { timeout: 10_000 }).toBe(1)',
    'web/src/doors/d.test.tsx': "test('it is so', { timeout: 15_000 }, () => {})",
    'simulators/src/e.test.ts': "test('it is so', async () => {\n  await run()\n}, 60_000)",
    'server/src/doors/f.test.ts': 'vi.setConfig({ testTimeout: 240_000 })',
  }
  const right = {
    'server/src/doors/g.test.ts': 'await expect.poll(read, byProgram).toBe(1) // timeout: 1',
    'server/src/doors/h.test.ts': 'open({ timeoutMs: 200 })',
    'server/src/doors/i.ts': 'connect({ timeout: 10_000 })',
    'e2e/doors.spec.ts': 'await page.click({ timeout: 2000 })',
  }
  expect(blamed(limitsOfStages, { ...right, ...strays })).toEqual(Object.keys(strays))
})
