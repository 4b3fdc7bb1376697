import { startMachineProcess } from '@spacekeeper/simulators/machine-process.ts'
import { expect, expectAccessible, giveSession, logIn, test, watchMoves } from './portal.ts'

// All of the overview is in sight, so nothing that comes late scrolls a list of names away.
test.use({ hasMachines: true, viewport: { width: 1280, height: 1200 } })

test('on a phone recent swipes and the tabs of doors and machines come without moving, whichever answer is late', async ({
  page,
  portal,
}) => {
  await giveSession(page, portal, 'bo')
  await page.setViewportSize({ width: 390, height: 844 })
  const movedBy = await watchMoves(page)
  const [swipes, access] = ['/api/tools/swipes/', '/api/access/permissions/']
  for (const [late, first] of [
    [swipes, access],
    [access, swipes],
  ] as const) {
    const isAnswered = Promise.withResolvers<void>()
    await page.route(`**${late}`, async (route) => {
      await isAnswered.promise
      await route.continue()
    })
    const firstAnswer = page.waitForResponse((answer) => answer.url().endsWith(first))
    await page.goto('/tools/swipes/recent')
    await firstAnswer
    // Drawn for 200 ms already, though not seen.
    await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
    isAnswered.resolve()
    await expect(page.getByRole('tab', { name: 'Machines' })).toBeVisible()
    expect(await movedBy()).toBeLessThan(0.02)
    await page.unrouteAll({ behavior: 'wait' })
  }
})

test('staff price a machine, a member runs it with their card, and a stranger is refused', async ({
  browser,
  portal,
}) => {
  const [saw] = portal.machines
  if (!saw) throw new Error('The seeded space has no machine.')
  const machine = await startMachineProcess({ ...saw, server: portal.url.replace('http', 'ws') })
  await expect.poll(async () => (await machine.state()).isAuthorised).toBe(true)
  const as = async (name: string) => {
    const page = await (await browser.newContext()).newPage()
    await logIn(page, portal, name)
    return page
  }
  const ada = await as('ada')
  await ada.goto(`/manage/devices/interlocks/${saw.id}?tab=settings`)
  await expect(ada.getByText('An hour with 2 kWh costs $7.30.')).toBeVisible()
  await ada.getByRole('textbox', { name: 'Each use' }).fill('1.50')
  await expect(ada.getByText('An hour with 2 kWh costs $8.30.')).toBeVisible()
  await ada.getByRole('tab', { name: 'Overview' }).click()
  const trial = ada.getByRole('region', { name: 'Try a card' })
  await trial.getByRole('combobox', { name: 'Member' }).fill('lindq')
  await ada.getByRole('option', { name: 'Bo Lindqvist' }).click()
  await expect(trial.getByText('Bo Lindqvist is not signed in on site.')).toBeVisible()
  await ada.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(ada)

  expect(await machine.swipe('1002')).toEqual({ outcome: 'refused', refusal: 'not_signed_in' })
  const bo = await as('bo')
  const sheet = bo.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Sign in on site' }).click()
  await expect(sheet.getByText('Now hold your card again')).toBeVisible()
  await bo.keyboard.press('Escape')
  await expect(bo.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await expect(trial.getByText('The machine would start')).toBeVisible()
  // The button answers before the server has.
  await expect.poll(() => machine.swipe('1002')).toEqual({ outcome: 'started', refusal: null })
  await bo.goto('/tools/swipes/recent')
  await bo.getByRole('tab', { name: /Machines|Interlocks/ }).click()
  await expect(bo.getByText('In use')).toBeVisible()
  expect(await machine.swipe('1002')).toEqual({ outcome: 'ended', refusal: null })
  await expect(bo.getByText('In use')).toBeHidden()
  expect(await machine.swipe('9999')).toEqual({ outcome: 'refused', refusal: 'rejected' })

  machine.stop()
})
