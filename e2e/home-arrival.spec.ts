import type { Page } from '@playwright/test'
import { expect, giveSession, test, watchMoves } from './portal.ts'

/** Answers come late and in another order than they were asked for. Returns how many are on their way. */
const answerLate = async (page: Page) => {
  let asked = 0
  let open = 0
  await page.route('**/api/**', async (route) => {
    if (route.request().url().includes('/api/events/')) return route.fallback()
    asked += 1
    open += 1
    const lateMs = 60 + ((asked * 7) % 5) * 80
    await new Promise((resolve) => setTimeout(resolve, lateMs))
    await route.fallback()
    open -= 1
  })
  return () => open
}

/** Waits until everything that came is on the screen. */
const waitForFrames = (page: Page) =>
  page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  )

/** The pages of a menu, in its order. */
const listPages = async (page: Page): Promise<string[]> => {
  const links = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link')
  await expect(links.first()).toBeVisible()
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  return [...new Set(paths)].filter((path) => path.startsWith('/') && path !== '/logout')
}

const phone = { width: 390, height: 844 }

for (const [name, size] of [
  ['bo', phone],
  ['ada', null],
] as const) {
  test(`nothing on a page of ${name}’s menu moves once it is seen, however late its answers come`, async ({
    page,
    portal,
  }) => {
    await giveSession(page, portal, name)
    await page.goto('/dashboard')
    const paths = await listPages(page)
    expect(paths.length).toBeGreaterThan(10)
    if (size) await page.setViewportSize(size)
    const countOpen = await answerLate(page)
    const movedBy = await watchMoves(page)
    const moves: Record<string, number> = {}
    for (const path of paths) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      await expect.poll(countOpen).toBe(0)
      await waitForFrames(page)
      const by = await movedBy()
      if (by >= 0.02) moves[path] = by
    }
    expect(moves).toEqual({})
  })
}
