import { profileApi } from '@spacekeeper/contract/profile/routes.ts'
import type { Profile } from '@spacekeeper/contract/profile/shapes.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { defaultSite } from '#platform/session/site.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.on(profileApi.getEmailChange, () => ({ pending: null }))
  server.on(profileApi.listSessions, () => ({ sessions: [] }))
})

const open = async (profile: Partial<Profile> = {}, features: Partial<typeof defaultSite.features> = {}) => {
  const config = { ...defaultSite, features: { ...defaultSite.features, ...features } }
  const { user } = await renderPortal({ path: '/account/profile', server, profile: aProfile(profile), config })
  return { user, card: within(await screen.findByRole('region', { name: 'What other members see' })) }
}

test('each choice of a name shows the name itself, and the one that counts is chosen', async () => {
  const { card } = await open({ nameChoice: 'firstName', shownName: 'Bo' }, { shownName: 'fullName' })
  card.getByText((_, element) => element?.textContent === 'Members see you as Bo.' && element.tagName === 'P')
  for (const name of ['Default (Full name): Bo Berg', 'Screen name: bo', 'Full name: Bo Berg'])
    expect(card.getByRole('radio', { name })).toHaveProperty('checked', false)
  expect(card.getByRole('radio', { name: 'First name: Bo' })).toHaveProperty('checked', true)
})

test('a choice is saved at once, and taken back by choosing as the space does', async () => {
  server.on(profileApi.update, () => ({ success: true }))
  const { card, user } = await open()
  await user.click(card.getByRole('radio', { name: 'Full name: Bo Berg' }))
  await card.findByText('Saved')
  await user.click(card.getByRole('radio', { name: /^Default/ }))
  await expect
    .poll(() => server.sentTo(profileApi.update).map(({ body }) => body))
    .toEqual([{ nameChoice: 'fullName' }, { nameChoice: null }])
})

test('hiding from other members is chosen beside the name', async () => {
  server.on(profileApi.setVisibility, () => undefined)
  const { card, user } = await open()
  await user.click(card.getByRole('switch', { name: 'Hide me from other members' }))
  await screen.findByText('You are hidden from other members')
  expect(server.sentTo(profileApi.setVisibility)[0]?.body).toEqual({ isHiddenFromMembers: true })
})
