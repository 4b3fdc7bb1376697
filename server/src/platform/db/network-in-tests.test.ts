import { expect, test } from 'vitest'

test('tests reach nothing beyond this machine', async () => {
  await expect(fetch('http://192.0.2.1/')).rejects.toThrow('fetch failed')
  const reason = await fetch('http://example.org/').catch((error: unknown) =>
    error instanceof Error ? String(error.cause) : '',
  )
  expect(reason).toContain('no network beyond this machine')
})
