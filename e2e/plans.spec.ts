import type { Page } from '@playwright/test'
import { expect, expectAccessible, logIn, test } from './portal.ts'

/** From nothing to a tier of their own, with one wrong price on the way. */
const setUpPlans = async (page: Page) => {
  const dialog = page.getByRole('dialog')
  await page.goto('/manage/tiers')
  await expect(page.getByRole('heading', { name: 'No plans yet' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add three examples' }).click()
  await expect(page.getByRole('region', { name: 'Family and concession' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add a tier' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Workshop')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add a tier' }).click()
  await expect(page.getByRole('region', { name: 'Workshop' })).toBeVisible()
  await page.getByRole('button', { name: 'Add a plan' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Workshop, monthly')
  await dialog.getByRole('textbox', { name: 'Cost' }).fill('cheap')
  await dialog.getByRole('button', { name: 'Add a plan' }).click()
  await expect(dialog.getByText('Enter an amount such as 65 or 65.50.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Cost' }).fill('39,90')
  await dialog.getByRole('button', { name: 'Add a plan' }).click()
  await expect(page.getByText('$39.90 a month')).toBeVisible()
}

const putOnPlan = async (page: Page, memberId: number | undefined) => {
  const dialog = page.getByRole('dialog')
  await page.goto(`/manage/members/${memberId}?tab=plan`)
  await page.getByRole('button', { name: 'Start a plan' }).click()
  await dialog.getByRole('combobox', { name: 'Plan' }).selectOption({ label: 'Workshop, monthly: $39.90 a month' })
  await dialog.getByRole('combobox', { name: 'How they pay' }).selectOption('cash')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Start a plan' }).click()
  await expect(page.getByRole('region', { name: 'Workshop, monthly' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Charges' }).getByText('$39.90')).toBeVisible()
  await expectAccessible(page)
}

const raisePrice = async (page: Page) => {
  const dialog = page.getByRole('dialog')
  const plan = page.getByRole('region', { name: 'Workshop, monthly' })
  await page.goto('/manage/tiers')
  await page.getByRole('link', { name: 'Workshop, monthly' }).click()
  await expect(page.getByRole('link', { name: /^Bo / })).toBeVisible()
  await page.getByRole('button', { name: 'Change the plan' }).click()
  await expect(dialog.getByText(/One member keeps their agreed price/)).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Cost' }).fill('45')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(plan.getByText(/One member keeps their agreed price/)).toBeVisible()
  await page.getByRole('button', { name: 'Move everyone' }).click()
  await expect(dialog.getByText('One member is moved and told by email.')).toBeVisible()
  await expect(dialog.getByText('$39.90 → $45.00')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Move one member' }).click()
  await expect(page.getByText('then Workshop, monthly, $45.00')).toBeVisible()
}

test('a treasurer sets up plans from nothing, puts a member on one, raises the price and moves everyone', async ({
  page,
  portal,
}) => {
  await logIn(page, portal, 'ada')
  await setUpPlans(page)
  await putOnPlan(page, portal.members['bo'])
  await raisePrice(page)

  // On a phone and in the dark, the same screen.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  const dialog = page.getByRole('dialog')
  await page.getByRole('region', { name: 'Workshop, monthly' }).getByRole('button', { name: 'Remove' }).click()
  await expect(dialog.getByText(/One member has it and keeps it/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Workshop, monthly is archived')).toBeVisible()
})
