import { MantineProvider } from '@mantine/core'
import { errors } from '@spacekeeper/contract/error-codes.ts'
import { homeApi } from '@spacekeeper/contract/home/routes.ts'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { defaultSite } from '#platform/session/site.ts'
import { ApiError } from '../api/api-error.ts'
import { fakeServer, refuse } from '../api/fake-server.testing.ts'
import { FailedScreen } from './failed-screen.tsx'

const show = (error: Error) =>
  render(
    <MantineProvider env="test">
      <FailedScreen error={error} />
    </MantineProvider>,
  )

test('a screen whose files cannot be had says that the portal is away', async () => {
  fakeServer()
  show(new TypeError('Failed to fetch dynamically imported module: /assets/page.js'))
  expect(await screen.findByRole('heading', { name: 'The portal cannot be reached' })).toBeTruthy()
})

test('a screen whose data the portal cannot reach says so, and opens by itself', async () => {
  fakeServer().on(homeApi.getConfig, () => refuse('databaseAway'))
  show(new ApiError({ code: 'databaseAway', status: 503, text: errors.databaseAway.text }))
  expect(await screen.findByText(/can’t reach its database/)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('a screen that failed for another reason offers to reload', async () => {
  fakeServer().on(homeApi.getConfig, () => defaultSite)
  show(new Error('undefined is not a function'))
  expect(await screen.findByRole('button', { name: 'Reload the page' })).toBeTruthy()
})
