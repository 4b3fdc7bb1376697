import { trainingApi } from '@spacekeeper/contract/training/routes.ts'
import type { Award, Certificate, CoursePage } from '@spacekeeper/contract/training/shapes.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { aPromise } from '#platform/ui/promise.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'
import { aCertificate } from './training.testing.ts'

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
})

const admin = aProfile({ admin: true })

const open = (path: string, certificates: Certificate[], profile = admin, pages: CoursePage[] = []) => {
  server.on(trainingApi.listCertificates, () => ({ certificates }))
  server.on(trainingApi.getContent, () => ({ pages, questions: [], version: 'v1' }))
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
  server.on(trainingApi.saveContent, () => ({ version: 'v2' }))
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
  expect(document.activeElement).toBe(card.getByLabelText('Answer 1 is right'))
  await user.click(card.getByLabelText('Answer 2 is right'))
  await user.click(card.getByRole('button', { name: 'Save course' }))
  await waitFor(() => expect(server.sentTo(trainingApi.saveContent)).toHaveLength(1))
  expect(server.sentTo(trainingApi.saveContent)[0]?.body).toMatchObject({
    pages: [{ title: 'Fire', body: '', pictureHash: null }],
    questions: [{ text: 'Alone?', choices: [{ isRight: false }, { text: 'No', isRight: true }] }],
  })
})

const aPage = (title: string) => ({ title, body: '', pictureHash: null, picture: null })

test('what is typed while a course is saved stays unsaved, and is saved with the next press', async () => {
  const answers = [aPromise<{ version: string }>(), aPromise<{ version: string }>()]
  server.on(trainingApi.saveContent, () => {
    const { promise } = answers[server.sentTo(trainingApi.saveContent).length - 1] ?? aPromise<{ version: string }>()
    return promise
  })
  const { user } = await open('/manage/training/1', [aCertificate(1)], admin, [aPage('Fire')])
  const title = await screen.findByLabelText('Title')
  const save = screen.getByRole('button', { name: 'Save course' })
  expect(save).toHaveProperty('disabled', true)
  await user.type(title, '!')
  await user.click(save)
  await user.type(title, '?')
  answers[0]?.resolve({ version: 'v2' })
  await screen.findByText('The course is saved')
  await waitFor(() => expect(save).toHaveProperty('disabled', false))
  expect(title).toHaveProperty('value', 'Fire!?')
  await user.click(save)
  answers[1]?.resolve({ version: 'v3' })
  await waitFor(() => expect(save).toHaveProperty('disabled', true))
  expect(server.sentTo(trainingApi.saveContent).map(({ body }) => body['version'])).toEqual(['v1', 'v2'])
})

test('of two who write a course the second is told, sees what the first saved, and can take it', async () => {
  server.on(trainingApi.saveContent, () => refuse('changedMeanwhile'))
  const { user } = await open('/manage/training/1', [aCertificate(1)], admin, [aPage('Fire')])
  await user.type(await screen.findByLabelText('Title'), '!')
  server.on(trainingApi.getContent, () => ({ pages: [aPage('Water')], questions: [], version: 'v2' }))
  await user.click(screen.getByRole('button', { name: 'Save course' }))
  const card = await screen.findByRole('group', { name: 'Another editor has saved this' })
  // The keyboard goes on at what is to be decided.
  expect(document.activeElement).toBe(card)
  const told = within(card)
  expect(told.getByLabelText('What they saved')).toHaveProperty('value', 'Water\n')
  expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Fire!')
  await user.click(told.getByRole('button', { name: 'Discard mine' }))
  const question = within(await screen.findByRole('dialog', { name: 'Discard what you typed?' }))
  expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Fire!')
  await user.click(question.getByRole('button', { name: 'Discard mine' }))
  await waitFor(() => expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Water'))
  expect(screen.getByRole('button', { name: 'Save course' })).toHaveProperty('disabled', true)
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

test('a file of awards is shown with the lines that are left out, and awarded after that', async () => {
  const read = {
    awards: 2,
    known: 1,
    problems: [{ line: 4, text: 'cy, 2026-03-01', problem: 'noMember' as const }],
    sample: [{ name: 'Bo Berg', on: '2026-03-01', endsOn: '2027-03-01' }],
  }
  server.on(trainingApi.importAwards, () => read)
  const { user } = await open('/manage/training/1', [aCertificate(1, { name: 'Lathe' })])
  await user.click(await screen.findByRole('button', { name: 'Award from a file' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Award Lathe from a file' }))
  const choose = (file: File) => {
    const input = document.querySelector('input[type=file]')
    if (input) fireEvent.change(input, { target: { files: [file] } })
  }
  choose(new File(['x'.repeat(500_001)], 'large.csv'))
  await dialog.findByText('This file is larger than 500 kB. Split it.')
  choose(new File(['bo@example.org,2026-03-01'], 'lathe.csv'))
  await dialog.findByText('It is awarded to 2 members.')
  dialog.getByText('One line adds nothing: the member has had it since that day or later.')
  expect(dialog.getByRole('list', { name: 'Lines that are left out' }).textContent).toBe(
    'Line 4: It doesn’t begin with an email or a member number.cy, 2026-03-01',
  )
  dialog.getByText('From March 1, 2026, ends on March 1, 2027')
  server.on(trainingApi.importAwards, () => refuse('badInput', { fields: [{ field: 'file', message: 'It is gone.' }] }))
  await user.click(dialog.getByRole('button', { name: 'Award to 2 members' }))
  await dialog.findByText('It is gone.')
  server.on(trainingApi.importAwards, () => read)
  await user.click(dialog.getByRole('button', { name: 'Award to 2 members' }))
  await screen.findByText('Lathe awarded to 2 members')
  expect(server.sentTo(trainingApi.importAwards).map(({ query }) => query['isTrial'])).toEqual([
    'true',
    'false',
    'false',
  ])
})
