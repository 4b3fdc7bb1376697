import { votesApi } from '@spacekeeper/contract/votes/routes.ts'
import type { MotionView, VotingRight } from '@spacekeeper/contract/votes/shapes.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'
import { aMotionRow, aMotionView, ownRight } from './motion.testing.ts'

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
})

const eve: VotingRight = {
  ...ownRight,
  principalId: 5,
  name: 'eve',
  isOwn: false,
  ground: 'proxy',
  instructions: 'Against',
}

const options = ['Ada', 'Cy', 'Di'].map((name, position) => ({ position, name, details: '' }))

const anElection = (more: Partial<MotionView> = {}) =>
  aMotionView({ kind: 'election', method: 'ranked', title: 'Committee', options, lot: [2, 0, 1], ...more })

const open = (motion: MotionView) => {
  server.on(votesApi.get, () => motion)
  return renderPortal({ path: `/tools/votes/${motion.id}`, server, profile: aProfile() })
}

const voting = async () => within(await screen.findByRole('region', { name: 'Your vote' }))

test('without any vote the list says what will be here', async () => {
  server.on(votesApi.list, () => ({ open: [], planned: [], closed: [] }))
  await renderPortal({ path: '/tools/votes', server, profile: aProfile() })
  expect(await screen.findByText('No vote is open')).toBeTruthy()
})

test('the list begins with votes that wait, and says what was decided', async () => {
  const decided = aMotionView({
    id: 9,
    title: 'Sunday opening',
    phase: 'published',
    result: { kind: 'majority', votes: 20, isCarried: false, count: null },
    quorumAtClosing: { counted: 2, needed: 9, isReached: false },
  })
  server.on(votesApi.list, () => ({
    open: [aMotionRow({ id: 8, title: 'No vote of mine' }), aMotionRow({}, 2)],
    planned: [],
    closed: [aMotionRow(decided)],
  }))
  await renderPortal({ path: '/tools/votes', server, profile: aProfile(), waitingVotes: 2 })
  const now = within(await screen.findByRole('region', { name: 'Open now' }))
  expect(now.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'A second laser cutter',
    'No vote of mine',
  ])
  now.getByText('2 of your votes are waiting')
  const past = within(screen.getByRole('region', { name: 'Decided' }))
  past.getByText('Lost')
  past.getByText(/No quorum when it closed/)
  expect((await screen.findAllByText('2 votes are waiting for you')).length).toBeGreaterThan(0)
})

test('a vote is chosen, reviewed and cast', async () => {
  const { user } = await open(aMotionView())
  server.on(votesApi.cast, () => undefined)
  const form = await voting()
  await user.click(form.getByRole('button', { name: 'Review' }))
  form.getByText('Choose how you vote.')
  await user.click(form.getByRole('radio', { name: 'Against' }))
  await user.click(form.getByRole('button', { name: 'Review' }))
  const review = within(await screen.findByRole('region', { name: 'Is this right?' }))
  review.getByText('Against')
  expect(document.activeElement?.textContent).toBe('Is this right?')
  await user.click(review.getByRole('button', { name: 'Cast my vote' }))
  expect(await screen.findByText('Your vote is cast')).toBeTruthy()
  expect(server.sentTo(votesApi.cast)[0]?.body).toEqual({
    votes: [{ principalId: 1, choice: { kind: 'motion', vote: 'against' } }],
  })
})

test('a holder sees what each principal wants, and casts votes apart or together', async () => {
  const { user } = await open(aMotionView({ rights: [ownRight, eve] }))
  server.on(votesApi.cast, () => undefined)
  const form = await voting()
  form.getByText('They want: Against')
  await user.click(form.getByRole('checkbox', { name: /My own vote/ }))
  await user.click(form.getByRole('radio', { name: 'Against' }))
  await user.click(form.getByRole('button', { name: 'Review' }))
  form.getByText('Choose at least one vote.')
  await user.click(form.getByRole('checkbox', { name: /The vote of eve/ }))
  await user.click(form.getByRole('checkbox', { name: /My own vote/ }))
  await user.click(form.getByRole('button', { name: 'Review' }))
  await user.click(await screen.findByRole('button', { name: 'Cast 2 votes' }))
  expect(await screen.findByText('2 votes are cast')).toBeTruthy()
  expect(server.sentTo(votesApi.cast)[0]?.body).toMatchObject({ votes: [{ principalId: 1 }, { principalId: 5 }] })
})

test('what the server refuses is said where the vote was cast', async () => {
  const { user } = await open(aMotionView())
  server.on(votesApi.cast, () => refuse('voteNotOpen'))
  const form = await voting()
  await user.click(form.getByRole('radio', { name: 'For' }))
  await user.click(form.getByRole('button', { name: 'Review' }))
  await user.click(await screen.findByRole('button', { name: 'Cast my vote' }))
  expect(await screen.findByText('This vote isn’t open.')).toBeTruthy()
})

test('options are ranked with the keyboard alone', async () => {
  const { user } = await open(anElection())
  server.on(votesApi.cast, () => undefined)
  const form = await voting()
  const press = async (name: string) => {
    form.getByRole('button', { name }).focus()
    await user.keyboard('{Enter}')
  }
  await press('Rank Cy as number 1')
  await press('Rank Ada as number 2')
  await press('Rank Di as number 3')
  await press('Move Di up')
  form.getByText('Di is number 2')
  await press('Take Ada out of the order')
  const order = within(form.getByRole('list', { name: 'Your order' }))
  expect(order.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['1Cy', '2Di'])
  await press('Review')
  await user.click(await screen.findByRole('button', { name: 'Cast my vote' }))
  expect(server.sentTo(votesApi.cast)[0]?.body).toMatchObject({
    votes: [{ choice: { kind: 'ranked', options: [1, 2] } }],
  })
})

test('a used vote shows what was cast, and can be changed while the vote is open', async () => {
  const used: VotingRight = { ...ownRight, isUsed: true, choice: { kind: 'motion', vote: 'abstain' } }
  const { user } = await open(aMotionView({ rights: [used] }))
  const form = await voting()
  form.getByText('Abstain')
  await user.click(form.getByRole('button', { name: 'Change a vote' }))
  expect((await voting()).getByRole<HTMLInputElement>('radio', { name: 'Abstain' }).checked).toBe(true)
})

test('a member who is not there reads why they can’t vote', async () => {
  await open(aMotionView({ rights: [], noVote: 'notPresent' }))
  expect(await screen.findByText('You can vote once you’re checked in at the meeting.')).toBeTruthy()
})

test('a secret ballot says what it protects against before it is cast', async () => {
  const { user } = await open(aMotionView({ ballot: 'secret' }))
  const form = await voting()
  await user.click(form.getByRole('radio', { name: 'For' }))
  await user.click(form.getByRole('button', { name: 'Review' }))
  expect(await screen.findByText('How this ballot stays secret')).toBeTruthy()
  expect(screen.queryByText(/database of this portal runs elsewhere/)).toBeNull()
})

test('where the database is elsewhere, a secret ballot says what its log could tell', async () => {
  const { user } = await open(aMotionView({ ballot: 'secret', erasesOrder: false }))
  const form = await voting()
  await user.click(form.getByRole('radio', { name: 'For' }))
  await user.click(form.getByRole('button', { name: 'Review' }))
  expect(await screen.findByText(/database of this portal runs elsewhere/)).toBeTruthy()
})

test('the result of a motion says what it needed', async () => {
  const count = { for: 12, against: 8, abstain: 3, measuredAgainst: 20, needed: 11 }
  await open(
    aMotionView({ phase: 'published', rights: [], result: { kind: 'majority', votes: 23, isCarried: true, count } }),
  )
  const result = within(await screen.findByRole('region', { name: 'Result' }))
  result.getByText('Carried')
  expect(result.getByText('12 of 20 votes were for it. It needed 11.')).toBeTruthy()
})

test('a result says that there was no quorum when the vote opened and when it closed', async () => {
  const result = { kind: 'majority', votes: 2, isCarried: true, count: null } as const
  const missed = { counted: 2, needed: 9, isReached: false }
  await open(
    aMotionView({ phase: 'published', result, quorumAtOpening: { ...missed, counted: 0 }, quorumAtClosing: missed }),
  )
  const card = within(await screen.findByRole('region', { name: 'Result' }))
  card.getByText('There was no quorum when the vote opened: 0 counted, 9 needed.')
  expect(card.getByText('There was no quorum when the vote closed: 2 counted, 9 needed.')).toBeTruthy()
})

test.each([
  ['suspended', 'You can’t vote while your membership is suspended.'],
  ['noGuardian', 'You can vote once your parent or guardian has signed for you.'],
] as const)('a member who may not vote reads why: %s', async (noVote, words) => {
  await open(aMotionView({ rights: [], noVote }))
  expect(await screen.findByText(words)).toBeTruthy()
})

test('few secret votes show no numbers', async () => {
  const result = { kind: 'majority', votes: 3, isCarried: false, count: null } as const
  await open(aMotionView({ ballot: 'secret', phase: 'published', rights: [], result }))
  expect(await screen.findByText('Fewer than five votes were cast in secret, so only the outcome shows.')).toBeTruthy()
})

test('the rounds of a ranked count are a table that says what happened', async () => {
  const round = { lost: 0, elected: [], excluded: null, passedOn: null, byLot: false }
  const rounds = [
    { ...round, votes: [200_000, 100_000, 250_000], excluded: 1, byLot: true },
    { ...round, votes: [342_857, 0, 250_000], lost: 1, elected: [0] },
  ]
  const result = { kind: 'ranked' as const, votes: 6, elected: [0], count: { quota: 300_000, blank: 1, rounds } }
  await open(anElection({ phase: 'published', rights: [], result }))
  const table = within(await screen.findByRole('table'))
  table.getByText('3.42857')
  table.getByText(/Cy has the fewest votes and is out/)
  table.getByText(/Votes were equal in every round/)
  expect(screen.getByText('Order of the lot, drawn when the vote opened: Di, Ada, Cy.')).toBeTruthy()
})

test('who voted what is asked for when it is wanted', async () => {
  const count = { for: 1, against: 0, abstain: 0, measuredAgainst: 1, needed: 1 }
  const { user } = await open(
    aMotionView({ phase: 'published', rights: [], result: { kind: 'majority', votes: 1, isCarried: true, count } }),
  )
  server.on(votesApi.listVoters, () => [
    { principalId: 5, name: 'eve', castBy: 'bo', choice: { kind: 'motion' as const, vote: 'for' as const } },
  ])
  await user.click(await screen.findByRole('button', { name: 'Show who voted what' }))
  expect(await screen.findByText('eve (cast by bo)')).toBeTruthy()
})
