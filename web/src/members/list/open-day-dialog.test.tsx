import { authApi } from '@spacekeeper/contract/auth/routes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { aProfile, renderPortal } from '../../portal.testing.tsx'
import { aMemberRow, fakeMemberList } from './member-list.testing.ts'

test('staff let many people register from their network, read until when, and end it', async () => {
  const server = fakeServer()
  fakeMemberList(server, () => [aMemberRow(1)])
  let until: string | null = null
  server.on(authApi.getOpenDay, () => ({ until }))
  server.on(authApi.startOpenDay, () => {
    until = '2026-03-02T16:00:00.000Z'
    return { until }
  })
  server.on(authApi.endOpenDay, () => {
    until = null
  })
  const { user } = await renderPortal({
    path: '/manage/members',
    server,
    profile: aProfile({ staffPermissions: ['members'] }),
  })
  const openDialog = async () => {
    await user.click(await screen.findByRole('button', { name: 'Open day' }))
    return within(await screen.findByRole('dialog'))
  }
  const first = await openDialog()
  expect(await first.findByRole('button', { name: 'Allow many to register' })).toBeTruthy()
  expect(first.queryByText(/^Many people can register from this network until/)).toBeNull()
  await user.click(first.getByRole('button', { name: 'Allow many to register' }))
  expect(await screen.findByText('Many people can register from this network for six hours')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const again = await openDialog()
  expect(await again.findByText(/^Many people can register from this network until .*Mar/)).toBeTruthy()
  await user.click(again.getByRole('button', { name: 'End it now' }))
  expect(await screen.findByText('Registering is as usual again')).toBeTruthy()
  expect(server.sentTo(authApi.endOpenDay)).toHaveLength(1)
})
