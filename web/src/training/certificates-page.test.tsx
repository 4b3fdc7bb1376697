import { trainingApi } from '@spacekeeper/contract/training/routes.ts'
import type { Award, Certificate } from '@spacekeeper/contract/training/shapes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'
import { aCertificate } from './training.testing.ts'

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
})

const admin = aProfile({ admin: true })

const open = (path: string, certificates: Certificate[], profile = admin) => {
  server.on(trainingApi.listCertificates, () => ({ certificates }))
  server.on(trainingApi.getContent, () => ({ pages: [], questions: [] }))
  server.on(trainingApi.listHolders, () => ({ holders: [], hasMore: false }))
  return renderPortal({ path, server, profile })
}

test('without certificates it says what they are for, and the first one is added right there', async () => {
  server.on(trainingApi.addCertificate, () => refuse('badInput', { fields: [{ field: 'name', message: 'Taken.' }] }))
  const { user } = await open('/manage/training', [])
  await screen.findByText('No certificates yet')
  await user.click(screen.getByRole('button', { name: 'Add a certificate' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(/^Name/), 'Laser induction')
  await user.type(dialog.getByLabelText('Days it lasts'), 'long')
  await user.click(dialog.getByRole('button', { name: 'Add a certificate' }))
  await dialog.findByText('Enter a whole number.')
  await user.clear(dialog.getByLabelText('Days it lasts'))
  await user.click(dialog.getByRole('button', { name: 'Add a certificate' }))
  await dialog.findByText('Taken.')
  expect(server.sentTo(trainingApi.addCertificate)[0]?.body).toMatchObject({
    name: 'Laser induction',
    validDays: null,
    remindDays: [30, 7],
    course: 'builtIn',
  })
})

test('the list says what asks for each, and who only looks has no button', async () => {
  const devices = [{ id: 4, name: 'Laser cutter', kind: 'interlock' as const }] // the literal is wanted
  const certificates = [aCertificate(1, { name: 'Laser induction', devices, holders: 3, isInduction: true })]
  await open('/manage/training', certificates, aProfile({ staffPermissions: ['devices'] }))
  await screen.findByText('Needed for Laser cutter')
  screen.getByText(/3 members have it/)
  expect(screen.queryByRole('button', { name: 'Add a certificate' })).toBeNull()
})

test('a course is written page by page, and a question without a right answer is refused beside it', async () => {
  server.on(trainingApi.saveContent, () => undefined)
  const { user } = await open('/manage/training/1', [aCertificate(1)])
  const card = within(await screen.findByRole('region', { name: 'Course and quiz' }))
  await user.click(await card.findByRole('button', { name: 'Add a page' }))
  await user.type(card.getByLabelText('Title'), 'Fire')
  await user.click(card.getByRole('button', { name: 'Add a question' }))
  await user.type(card.getByLabelText('Question'), 'Alone?')
  await user.type(card.getByLabelText('Answer 1'), 'Yes')
  await user.type(card.getByLabelText('Answer 2'), 'No')
  await user.click(card.getByRole('button', { name: 'Save course' }))
  await card.findByText('Mark the right answer.')
  await user.click(card.getByLabelText('Answer 2 is right'))
  await user.click(card.getByRole('button', { name: 'Save course' }))
  await waitFor(() => expect(server.sentTo(trainingApi.saveContent)).toHaveLength(1))
  expect(server.sentTo(trainingApi.saveContent)[0]?.body).toMatchObject({
    pages: [{ title: 'Fire', body: '', pictureHash: null }],
    questions: [{ text: 'Alone?', choices: [{ isRight: false }, { text: 'No', isRight: true }] }],
  })
})

test('a certificate that a device asks for is not archived, and says where to take it off', async () => {
  const devices = [{ id: 4, name: 'Laser cutter', kind: 'interlock' as const }] // the literal is wanted
  await open('/manage/training/1', [aCertificate(1, { devices })])
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Archive' })).disabled).toBe(true)
  expect(screen.getByRole('link', { name: 'Laser cutter' }).getAttribute('href')).toContain('interlocks/4')
})

test('a certificate is ended with a reason, and none is no reason', async () => {
  const holder = {
    id: 12,
    memberId: 2,
    name: 'Bo Berg',
    at: '2026-01-05T10:00:00.000Z',
    source: 'staff',
    by: null,
    endsOn: null,
    end: null,
  } as const satisfies Omit<Award, 'certificate' | 'certificateId'> & { memberId: number; name: string }
  server.on(trainingApi.endAward, () => undefined)
  const { user } = await open('/manage/training/1', [aCertificate(1, { name: 'Lathe', course: 'none' })])
  server.on(trainingApi.listHolders, () => ({ holders: [holder], hasMore: false }))
  await user.type(await screen.findByLabelText('Search by name'), 'bo')
  await user.click(await screen.findByRole('button', { name: 'End Lathe of Bo Berg' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'End certificate' }))
  await dialog.findByText('This field cannot be empty.')
  await user.type(dialog.getByLabelText(/^Reason/), 'A new machine.')
  await user.click(dialog.getByRole('button', { name: 'End certificate' }))
  await waitFor(() =>
    expect(server.sentTo(trainingApi.endAward)[0]).toMatchObject({
      params: { awardId: '12' },
      body: { reason: 'A new machine.' },
    }),
  )
})
