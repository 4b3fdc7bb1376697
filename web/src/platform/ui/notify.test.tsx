import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { notify } from './notify.tsx'

test('the way back in a notice can be read whatever the colour of the site', async () => {
  render(
    <MantineProvider env="test" theme={{ primaryColor: 'yellow' }}>
      <Notifications />
    </MantineProvider>,
  )
  notify.done({ text: 'Saved.', undo: () => {} })
  const undo = await screen.findByRole('button', { name: 'Undo' })
  expect(getComputedStyle(undo).color).toBe('rgb(28, 28, 28)')
})
