import { attendanceApi } from '@spacekeeper/contract/meetings/attendance-routes.ts'
import type { MotionRow } from '@spacekeeper/contract/votes/shapes.ts'
import { staffVotesApi } from '@spacekeeper/contract/votes/staff-routes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { aMeter, anAttendance } from '../meetings/attendance/attendance.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'
import { aMotionRow } from './motion.testing.ts'

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
})

const open = (motions: MotionRow[]) => {
  server.on(staffVotesApi.listOwnVotes, () => motions)
  return renderPortal({ path: '/manage/votes', server, profile: aProfile({ staffPermissions: ['meetings'] }) })
}

test('staff write an election, and what is wrong is said at its field', async () => {
  const { user } = await open([])
  await user.click(await screen.findByRole('button', { name: 'Write a vote' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Write a vote' }))
  expect(await dialog.findByText('This field cannot be empty.')).toBeTruthy()
  expect(document.activeElement).toBe(dialog.getByRole('textbox', { name: /Title/ }))
  await user.type(dialog.getByRole('textbox', { name: /Title/ }), 'Committee')
  await user.click(dialog.getByRole('combobox', { name: 'What it is' }))
  await user.click(await screen.findByRole('option', { name: 'An election of options' }))
  await user.type(dialog.getByRole('textbox', { name: 'Option 1' }), 'Ada')
  server.on(staffVotesApi.create, () =>
    refuse('badInput', { fields: [{ field: 'options', message: 'Enter at least two options.' }] }),
  )
  await user.click(dialog.getByRole('button', { name: 'Write a vote' }))
  expect(await dialog.findByText('Enter at least two options.')).toBeTruthy()
  await user.type(dialog.getByRole('textbox', { name: 'Option 2' }), 'Cy')
  server.on(staffVotesApi.create, () => ({ id: 7 }))
  await user.click(dialog.getByRole('button', { name: 'Write a vote' }))
  expect(await screen.findByText('The vote is written')).toBeTruthy()
  expect(server.sentTo(staffVotesApi.create)[1]?.body).toMatchObject({
    kind: 'election',
    method: 'ranked',
    seats: 1,
    meetingId: null,
    options: [{ name: 'Ada' }, { name: 'Cy' }],
  })
})

test('staff open a draft and close an open vote', async () => {
  const { user } = await open([
    aMotionRow({ id: 7, phase: 'planned', title: 'A draft' }),
    aMotionRow({ id: 8, title: 'An open one' }),
  ])
  server.on(staffVotesApi.open, () => undefined)
  server.on(staffVotesApi.close, () => undefined)
  await user.click(await screen.findByRole('button', { name: 'Open vote: A draft' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Open vote' }))
  expect(await screen.findByText('“A draft” is open')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Close vote: An open one' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Close “An open one”?' }))
  dialog.getByText('3 of 40 votes are used. The result is counted and shown at once.')
  await user.click(dialog.getByRole('button', { name: 'Close vote' }))
  expect(await screen.findByText('“An open one” is closed')).toBeTruthy()
  expect(server.sentTo(staffVotesApi.close)[0]?.params).toEqual({ motionId: '8' })
})

test('staff take back an opening while no vote is used', async () => {
  const { user } = await open([aMotionRow({ title: 'Too early', turnout: 0 })])
  server.on(staffVotesApi.takeBack, () => undefined)
  await user.click(await screen.findByRole('button', { name: 'Take back the opening: Too early' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Take back' }))
  expect(await screen.findByText('“Too early” is a draft again')).toBeTruthy()
})

/** The question before a step, at a meeting with so many of nine who count. */
const askAtMeeting = async (step: 'Open vote' | 'Close vote', present: number) => {
  const phase = step === 'Open vote' ? 'planned' : 'open'
  server.on(attendanceApi.getAttendance, () =>
    anAttendance({ meter: aMeter({ present, needed: 9, isReached: present >= 9 }) }),
  )
  const { user } = await open([aMotionRow({ phase, title: 'Budget', meetingId: 3, meetingName: 'Spring meeting' })])
  await user.click(await screen.findByRole('button', { name: `${step}: Budget` }))
  return { user, dialog: within(await screen.findByRole('dialog')) }
}

test('without a quorum staff are asked whether to open a vote anyway', async () => {
  const { user, dialog } = await askAtMeeting('Open vote', 0)
  server.on(staffVotesApi.open, () => undefined)
  await dialog.findByText('There’s no quorum: 0 counted, 9 needed. Open the vote anyway?')
  await user.click(dialog.getByRole('button', { name: 'Open anyway' }))
  expect(await screen.findByText('“Budget” is open')).toBeTruthy()
})

test('with a quorum a vote is opened as ever', async () => {
  const { user, dialog } = await askAtMeeting('Open vote', 9)
  server.on(staffVotesApi.open, () => undefined)
  const button = dialog.getByRole('button', { name: 'Open vote' })
  await waitFor(() => expect(button).toHaveProperty('disabled', false))
  expect(dialog.queryByText(/no quorum/)).toBeNull()
  await user.click(button)
  expect(await screen.findByText('“Budget” is open')).toBeTruthy()
})

test('who closes a vote without a quorum reads that the result will say so', async () => {
  const { dialog } = await askAtMeeting('Close vote', 2)
  expect(
    await dialog.findByText('There’s no quorum now: 2 counted, 9 needed. The result and the register will say so.'),
  ).toBeTruthy()
})
