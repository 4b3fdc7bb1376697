import type { Page } from '@playwright/test'
import { startMachineProcess } from '@spacekeeper/simulators/machine-process.ts'
import { expect, expectAccessible, logIn, test } from './portal.ts'

test.use({ hasMachines: true, viewport: { width: 1280, height: 1200 } })

const phone = { width: 390, height: 844 }

/** Adds a certificate with a page, a question and a trainer. */
const addCertificate = async (ada: Page) => {
  await ada.goto('/manage/training')
  await expect(ada.getByText('No certificates yet')).toBeVisible()
  await ada.getByRole('button', { name: 'Add a certificate' }).click()
  const dialog = ada.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add a certificate' }).click()
  await expect(dialog.getByText('This field cannot be empty.')).toBeVisible()
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Saw induction')
  await dialog.getByRole('textbox', { name: 'Days it lasts' }).fill('365')
  await expectAccessible(ada)
  await dialog.getByRole('button', { name: 'Add a certificate' }).click()

  const course = ada.getByRole('region', { name: 'Course and quiz' })
  await course.getByRole('button', { name: 'Add a page' }).click()
  await course.getByRole('textbox', { name: 'Title' }).fill('Hands')
  await course.getByRole('textbox', { name: 'Text' }).fill('Keep them behind the guard.')
  await course.getByRole('button', { name: 'Add a question' }).click()
  await course.getByRole('textbox', { name: 'Question', exact: true }).fill('Where do your hands stay?')
  await course.getByRole('textbox', { name: 'Answer 1' }).fill('Behind the guard')
  await course.getByRole('textbox', { name: 'Answer 2' }).fill('On the blade')
  await course.getByRole('button', { name: 'Save course' }).click()
  await expect(course.getByText('Mark the right answer.')).toBeVisible()
  await course.getByRole('checkbox', { name: 'Answer 1 is right' }).check()
  await course.getByRole('button', { name: 'Save course' }).click()
  await expect(ada.getByText('The course is saved')).toBeVisible()
  const trainers = ada.getByRole('region', { name: 'Trainers' })
  await trainers.getByRole('combobox', { name: 'Member' }).fill('gil')
  await ada.getByRole('option', { name: 'Gil Andersen' }).click()
  await trainers.getByRole('button', { name: 'Add as trainer' }).click()
  await expect(trainers.getByRole('button', { name: 'Remove Gil Andersen as trainer' })).toBeVisible()
  await expectAccessible(ada)
}

/** The refusal leads to the course, whose quiz is failed. */
const failQuiz = async (bo: Page) => {
  const sheet = bo.getByRole('dialog')
  await expect(sheet.getByText('You need: Saw induction')).toBeVisible()
  await expectAccessible(bo)
  await sheet.getByRole('link', { name: 'See how to get it' }).click()
  const needed = bo.getByRole('region', { name: 'What you still need' })
  await expect(needed.getByText('For Table saw')).toBeVisible()
  await expectAccessible(bo)
  await needed.getByRole('link', { name: 'Take the course' }).click()
  await expect(bo.getByText('Keep them behind the guard.')).toBeVisible()
  await bo.getByRole('button', { name: 'Go to the quiz' }).click()
  await bo.getByRole('radio', { name: 'On the blade' }).check()
  await expectAccessible(bo)
  await bo.getByRole('button', { name: 'Send answers' }).click()
  await expect(bo.getByRole('heading', { name: 'Not passed this time' })).toBeVisible()
  await expect(bo.getByText(/You can take the quiz again/)).toBeVisible()
  await bo.getByRole('button', { name: 'Read the course again' }).click()
  await expect(bo.getByRole('button', { name: 'Go to the quiz' })).toBeDisabled()
}

const awardAsTrainer = async (gil: Page) => {
  await gil.setViewportSize(phone)
  await gil.goto('/account/training')
  await gil.getByRole('link', { name: 'Award a certificate' }).click()
  await gil.getByRole('combobox', { name: 'Who did you train?' }).fill('lindq')
  await gil.getByRole('option', { name: 'Bo Lindqvist' }).click()
  await expectAccessible(gil)
  await gil.getByRole('button', { name: 'Award certificate' }).click()
  await expect(gil.getByText('Bo has Saw induction now')).toBeVisible()
}

test('a machine asks for a certificate: the quiz fails and waits, a trainer awards it, and the machine starts', async ({
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
  await addCertificate(ada)
  await ada.goto(`/manage/devices/interlocks/${saw.id}?tab=access`)
  await ada.getByRole('checkbox', { name: 'Saw induction' }).click()
  await ada.getByRole('dialog').getByRole('button', { name: 'Ask for it' }).click()
  await expect(ada.getByRole('checkbox', { name: 'Saw induction' })).toBeChecked()
  await expectAccessible(ada)

  const bo = await as('bo')
  await bo.setViewportSize(phone)
  await bo.getByRole('button', { name: 'Sign in on site' }).click()
  await expect(bo.getByRole('button', { name: 'Sign out' })).toBeVisible()
  expect(await machine.swipe('1002')).toEqual({ outcome: 'refused', refusal: 'rejected' })
  await failQuiz(bo)

  const gil = await as('gil')
  await awardAsTrainer(gil)
  await expect.poll(() => machine.swipe('1002')).toEqual({ outcome: 'started', refusal: null })
  expect(await machine.swipe('1002')).toEqual({ outcome: 'ended', refusal: null })
  await bo.goto('/account/training')
  await expect(bo.getByRole('region', { name: 'Your certificates' }).getByText('Saw induction')).toBeVisible()

  await ada.goto(`/manage/members/${portal.members['bo']}?tab=training`)
  await ada.getByRole('button', { name: 'End Saw induction of Bo Lindqvist' }).click()
  await ada.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('The guard is a new one.')
  await ada.getByRole('dialog').getByRole('button', { name: 'End certificate' }).click()
  await expect(ada.getByText(/Ended by staff on .*: The guard is a new one\./)).toBeVisible()
  await expectAccessible(ada)
  await expect.poll(() => machine.swipe('1002')).toEqual({ outcome: 'refused', refusal: 'rejected' })
  machine.stop()
})
