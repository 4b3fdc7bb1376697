import { MantineProvider, TextInput } from '@mantine/core'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { defaultSite } from '../session/site.ts'
import { siteTheme } from '../theme/theme.ts'
import { BasicDialog } from './basic-dialog.tsx'

const open = () => {
  const onClose = vi.fn<() => void>()
  render(
    <MantineProvider env="test" theme={siteTheme(defaultSite)}>
      <BasicDialog title="Add a device" onClose={onClose}>
        <TextInput label="Name" />
      </BasicDialog>
    </MantineProvider>,
  )
  const beside = document.querySelector('.mantine-Modal-overlay') ?? document.body
  return { onClose, beside }
}

test('a click beside a dialog closes it', async () => {
  const { onClose, beside } = open()
  await userEvent.click(beside)
  expect(onClose).toHaveBeenCalledOnce()
})

test.each([
  ['a click beside it', (beside: Element) => userEvent.click(beside)],
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['its cross', () => userEvent.click(screen.getByRole('button', { name: 'Close' }))],
])('%s asks before what was entered in a dialog is lost', async (_what, close) => {
  const { onClose, beside } = open()
  const name = screen.getByRole('textbox', { name: 'Name' })
  await userEvent.type(name, 'Kiln')
  await close(beside)
  const findQuestion = async () => within(await screen.findByRole('dialog', { name: 'Discard what you typed?' }))
  await userEvent.click((await findQuestion()).getByRole('button', { name: 'Stay here' }))
  expect(onClose).not.toHaveBeenCalled()
  expect(name).toHaveProperty('value', 'Kiln')
  await close(beside)
  await userEvent.click((await findQuestion()).getByRole('button', { name: 'Discard' }))
  expect(onClose).toHaveBeenCalledOnce()
})

test('what was entered and taken back is no loss, so nothing is asked', async () => {
  const { onClose } = open()
  const name = screen.getByRole('textbox', { name: 'Name' })
  await userEvent.type(name, 'K')
  await userEvent.clear(name)
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})
