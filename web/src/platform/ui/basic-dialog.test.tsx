import { MantineProvider, TextInput } from '@mantine/core'
import { render, screen } from '@testing-library/react'
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

test('a click beside a dialog does not lose what was entered', async () => {
  const { onClose, beside } = open()
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Kiln')
  await userEvent.click(beside)
  expect(onClose).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }))
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})
