import { mailingsApi } from '@spacekeeper/contract/mailings/routes.ts'
import { profileApi } from '@spacekeeper/contract/profile/routes.ts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

let server: ReturnType<typeof fakeServer>
let isOn: boolean
beforeEach(() => {
  server = fakeServer()
  isOn = true
  server.on(mailingsApi.getNews, () => ({ isOn }))
  server.on(mailingsApi.setNews, ({ body }) => {
    isOn = body['isOn'] === true
  })
})
const open = () => renderPortal({ path: '/unsubscribe/7.abc', server })

test('opening the link changes nothing; a press turns news off, and another one on again', async () => {
  const { user } = await open()
  expect(await screen.findByText(/^You get news from .* by email\.$/)).toBeTruthy()
  expect(server.sentTo(mailingsApi.setNews)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Unsubscribe' }))
  expect(await screen.findByText(/You’re unsubscribed.*still get emails about your account/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Subscribe again' }))
  expect(await screen.findByRole('button', { name: 'Unsubscribe' })).toBeTruthy()
})

test('a link that does not work says where else news is turned off', async () => {
  server.on(mailingsApi.getNews, () => refuse('invalidLink'))
  await open()
  expect(await screen.findByText(/turn off news in your profile/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open my profile' })).toBeTruthy()
})

test('members turn news off in their profile', async () => {
  server.on(profileApi.update, () => ({ success: true }))
  const { user } = await renderPortal({
    path: '/account/profile',
    server,
    profile: aProfile({ wantsNews: true }),
  })
  await user.click(await screen.findByRole('switch', { name: 'News from the space' }))
  await screen.findByText('Saved')
  expect(server.sentTo(profileApi.update)[0]?.body).toEqual({ wantsNews: false })
})
