import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.ts'
import { defaultSite } from '#platform/session/site.ts'
import { renderPortal } from '../render-portal.tsx'

const open = (signup: Partial<typeof defaultSite.features.signup>) => {
  const features = { ...defaultSite.features, signup: { ...defaultSite.features.signup, ...signup } }
  return renderPortal({ path: '/registersuccess', server: fakeServer(), config: { ...defaultSite, features } })
}

test('whoever has registered reads to look into his mail, and only the steps this site asks for', async () => {
  await open({ requireAccessCard: true })
  expect(await screen.findByRole('heading', { name: 'Check your mail' })).toBeTruthy()
  expect(screen.getByText('Pick up your access card.')).toBeTruthy()
  expect(screen.queryByText('Take the induction.')).toBeNull()
})

test('a site with an induction names it as a step', async () => {
  await open({ inductionLink: 'https://example.org/induction' })
  expect(await screen.findByText('Take the induction.')).toBeTruthy()
  expect(screen.queryByText('Pick up your access card.')).toBeNull()
})
