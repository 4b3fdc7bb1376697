import { proxiesApi } from '@spacekeeper/contract/proxies/routes.ts'
import type { OwnProxies, ProxyDetails } from '@spacekeeper/contract/proxies/shapes.ts'
import { votesApi } from '@spacekeeper/contract/votes/routes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { defaultSite } from '#platform/session/site.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

const config = { ...defaultSite, features: { ...defaultSite.features, enableProxyVoting: true } }
const meeting = { id: 4, title: 'Annual general meeting', startsAt: '2126-03-01T08:00:00.000Z' }
const chance = {
  ...meeting,
  closesAt: '2126-02-28T08:00:00.000Z',
  heldOn: 'Friday 1 March 2126 at 6:00 pm',
  refusal: null,
}

const proxy = (more: Partial<ProxyDetails> = {}): ProxyDetails => ({
  id: 8,
  meeting,
  isMine: true,
  name: 'cyborg',
  memberCity: 'Brisbane',
  proxyCity: 'Ipswich',
  createdAt: '2026-02-01T00:00:00.000Z',
  state: 'waiting',
  isOpen: true,
  refusal: null,
  endWords: '',
  instructions: [],
  ...more,
})

let server: ReturnType<typeof fakeServer>
let own: OwnProxies
beforeEach(() => {
  server = fakeServer()
  own = { given: [], held: [], meetings: [chance], fullName: 'Bo Berg', lastCity: 'Brisbane', isAccepted: true }
  server.on(proxiesApi.listOwn, () => own)
  server.on(proxiesApi.listMembers, () => [
    { id: 1, name: 'bo', screenName: 'bo', letterName: 'bo' },
    { id: 9, name: 'cyborg', screenName: 'cyborg', letterName: 'cyborg' },
  ])
})
const open = (path = '/tools/proxy') => renderPortal({ path, server, profile: aProfile(), config })

test('a member fills in the form, sees the letter grow and sends it', async () => {
  server.on(proxiesApi.give, () => {
    own = { ...own, given: [proxy()] }
    return { success: true as const }
  })
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Give a proxy' }))
  const dialog = within(await screen.findByRole('dialog'))
  const letter = within(dialog.getByRole('region', { name: 'Your letter' }))
  letter.getByText(/^I, Bo Berg, of Brisbane, being a member of MemberMatters, appoint _+, of _+, as my proxy/)
  letter.getByText(/at the Annual general meeting on Friday 1 March 2126 at 6:00 pm, /)
  expect(letter.getByText(/^Dated [A-Z][a-z]+ \d{1,2}, \d{4}$/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Give a proxy' }))
  await dialog.findByText('Choose the member who votes for you.')
  dialog.getByText('Enter the city your proxy lives in.')
  await user.type(dialog.getByRole('combobox', { name: 'Member who votes for you' }), 'cy')
  expect(screen.queryByRole('option', { name: 'bo' })).toBeNull()
  await user.click(await screen.findByRole('option', { name: 'cyborg' }))
  await user.type(dialog.getByRole('textbox', { name: 'City they live in' }), 'Ipswich')
  letter.getByText(/appoint cyborg, of Ipswich, as my proxy/)
  await user.click(dialog.getByRole('button', { name: 'Give a proxy' }))
  await screen.findByRole('heading', { name: 'You asked cyborg' })
  expect(server.sentTo(proxiesApi.give)[0]?.body).toEqual({
    meeting: 4,
    memberCity: 'Brisbane',
    proxy: 9,
    proxyCity: 'Ipswich',
  })
})

test('what the server refuses stands beside the field, and nothing typed is lost', async () => {
  server.on(proxiesApi.give, () =>
    refuse('badInput', { fields: [{ field: 'proxy', message: 'cyborg holds 5 proxies for this meeting already.' }] }),
  )
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Give a proxy' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('combobox', { name: 'Member who votes for you' }), 'cy')
  await user.click(await screen.findByRole('option', { name: 'cyborg' }))
  await user.type(dialog.getByRole('textbox', { name: 'City they live in' }), 'Ipswich')
  await user.click(dialog.getByRole('button', { name: 'Give a proxy' }))
  await dialog.findByText('cyborg holds 5 proxies for this meeting already.')
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'City they live in' }).value).toBe('Ipswich')
})

test('a member accepts what they are asked, or reads why they can’t', async () => {
  const asked = proxy({ id: 5, isMine: false, name: 'Ann Ash' })
  own = { ...own, held: [asked, proxy({ id: 6, isMine: false, name: 'Di Dunn', refusal: 'You hold 5 proxies.' })] }
  server.on(proxiesApi.answer, () => {
    own = { ...own, held: [{ ...asked, state: 'counts' }] }
  })
  const { user } = await open()
  const rows = within(await screen.findByRole('region', { name: 'Proxies you hold' })).getAllByRole('listitem')
  const [first, second] = rows.map((row) => within(row))
  second?.getByText('You hold 5 proxies.')
  expect(second?.getByRole<HTMLButtonElement>('button', { name: 'Accept' }).disabled).toBe(true)
  await user.click(first?.getByRole('button', { name: 'Accept' }) ?? document.body)
  const dialog = within(await screen.findByRole('dialog', { name: 'Vote for Ann Ash?' }))
  await user.click(dialog.getByRole('button', { name: 'Accept' }))
  await screen.findByRole('heading', { name: 'You vote for Ann Ash' })
  expect(server.sentTo(proxiesApi.answer)[0]).toMatchObject({ params: { proxyId: '5' }, body: { isAccepted: true } })
})

test('a member says how to vote, and withdraws', async () => {
  const words = { motionId: 3, title: 'A second extractor', words: 'For it' }
  own = { ...own, given: [proxy({ state: 'counts', name: 'Cy Cole', instructions: [words] })] }
  server.on(votesApi.listInstructions, () => [{ ...words, phase: 'planned' as const }])
  server.on(votesApi.instruct, () => undefined)
  server.on(proxiesApi.withdraw, () => {
    own = { ...own, given: [] }
  })
  const { user } = await open()
  await screen.findByText('A second extractor: For it')
  await user.click(screen.getByRole('button', { name: 'Say how to vote' }))
  const field = await screen.findByRole('textbox', { name: 'A second extractor' })
  await user.clear(field)
  await user.type(field, 'Against it')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.sentTo(votesApi.instruct)[0]?.body).toEqual({ instructions: [{ motionId: 3, words: 'Against it' }] })
  await user.click(screen.getByRole('button', { name: 'Withdraw' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw your proxy?' }))
  await user.click(dialog.getByRole('button', { name: 'Withdraw' }))
  await screen.findByText('You haven’t given a proxy.')
})

test('without a meeting to come the page says so, and a member who may not give one reads why', async () => {
  own = { ...own, meetings: [] }
  await open()
  await screen.findByText('No upcoming meetings')
  own = { ...own, meetings: [{ ...chance, refusal: 'You can’t vote at this meeting.' }] }
  await open()
  await screen.findByText('Annual general meeting: You can’t vote at this meeting.')
  expect(screen.queryByRole('button', { name: 'Give a proxy' })).toBeNull()
})

test('a holder answers behind their link without logging in, and a link that is old says so', async () => {
  let state: ProxyDetails['state'] = 'waiting'
  const request = { principalName: 'Bo Berg', holderName: 'Cy Cole', meeting, obstacle: null }
  server.on(proxiesApi.getRequest, () => ({ ...request, state }))
  server.on(proxiesApi.answerRequest, () => {
    state = 'declined'
  })
  const { user } = await renderPortal({ path: '/proxy/abc', server, config })
  await screen.findByText(/^Bo Berg can’t come to the Annual general meeting .* asks you, Cy Cole, to vote for them/)
  await user.click(screen.getByRole('button', { name: 'Decline' }))
  await screen.findByText('You declined')
  expect(server.sentTo(proxiesApi.answerRequest)[0]?.body).toEqual({ isAccepted: false })
  server.on(proxiesApi.getRequest, () => refuse('invalidLink'))
  await renderPortal({ path: '/proxy/old', server, config })
  expect(await screen.findByText('This link doesn’t work')).toBeTruthy()
})
