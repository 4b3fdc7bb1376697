import { agreementsApi } from '@spacekeeper/contract/agreements/routes.ts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { renderPortal } from '../portal.testing.tsx'

let server: ReturnType<typeof fakeServer>
let isSigned: boolean
beforeEach(() => {
  server = fakeServer()
  isSigned = false
  server.on(agreementsApi.getGuardianRequest, () => ({
    memberName: 'Bo Berg',
    guardianName: 'Alex Berg',
    isSigned,
    agreements: [{ title: 'House rules', text: 'Sweep.' }],
  }))
})

const open = () => renderPortal({ path: '/guardian/abc', server })

test('a guardian reads what the member signed and signs it', async () => {
  server.on(agreementsApi.signAsGuardian, () => {
    isSigned = true
  })
  const { user } = await open()
  await screen.findByText('Sweep.')
  await user.click(screen.getByRole('button', { name: 'Sign for Bo Berg' }))
  await screen.findByText('This field cannot be empty.')
  await user.type(screen.getByRole('textbox', { name: /Type your full name/ }), 'Alex Berg')
  await user.click(screen.getByRole('button', { name: 'Sign for Bo Berg' }))
  await screen.findByText('You signed for Bo Berg')
  expect(server.sentTo(agreementsApi.signAsGuardian)[0]?.body).toEqual({ name: 'Alex Berg' })
})

test('what the server refuses is said where the name was typed', async () => {
  const fields = [{ field: 'name', message: 'Type your name as Bo Berg gave it: Alex Berg.' }]
  server.on(agreementsApi.signAsGuardian, () => refuse('badInput', { fields }))
  const { user } = await open()
  await user.type(await screen.findByRole('textbox', { name: /Type your full name/ }), 'Mickey')
  await user.click(screen.getByRole('button', { name: 'Sign for Bo Berg' }))
  expect(await screen.findByText('Type your name as Bo Berg gave it: Alex Berg.')).toBeTruthy()
})

test('a link that was used says that it is done and asks for nothing', async () => {
  isSigned = true
  await open()
  expect(await screen.findByText('You signed for Bo Berg')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('a guardian whose link does not work reads what to do', async () => {
  server.on(agreementsApi.getGuardianRequest, () => refuse('invalidLink'))
  await open()
  expect(await screen.findByText(/Please ask for a new link/)).toBeTruthy()
})
