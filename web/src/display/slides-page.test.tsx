import { displayApi } from '@spacekeeper/contract/display/routes.ts'
import type { DisplaySlide } from '@spacekeeper/contract/display/shapes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'
import { aView } from './display.testing.ts'

const aSlide = (id: number, more: Partial<DisplaySlide> = {}): DisplaySlide => ({
  id,
  title: `Slide ${id}`,
  text: '',
  picture: null,
  pictureHash: null,
  seconds: 15,
  showsFrom: null,
  showsUntil: null,
  isOn: true,
  isShown: true,
  ...more,
})

let server: ReturnType<typeof fakeServer>
let slides: DisplaySlide[] = []

beforeEach(() => {
  slides = []
  server = fakeServer()
  server.on(displayApi.listSlides, () => ({ slides }))
  server.on(displayApi.getView, () => aView())
})

const open = (path = '/manage/display') =>
  renderPortal({ path, server, profile: aProfile({ staffPermissions: ['devices'] }) })

test('an empty list says what a slide is and offers to add one, which shows how it looks', async () => {
  server.on(displayApi.addSlide, () => ({ slideId: 1 }))
  const { user } = await open()
  await screen.findByText('No slides yet')
  await user.click(screen.getByRole('button', { name: 'Add slide' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: 'Title' }), 'Open day')
  within(dialog.getByRole('region', { name: 'How it looks' })).getByRole('heading', { name: 'Open day' })
  await user.click(dialog.getByRole('button', { name: 'Save slide' }))
  await waitFor(() =>
    expect(server.sentTo(displayApi.addSlide)[0]?.body).toMatchObject({
      title: 'Open day',
      showsFrom: null,
      isOn: true,
    }),
  )
})

test('a picture is sent as soon as it is chosen', async () => {
  const hash = 'a'.repeat(32)
  server.on(displayApi.uploadPicture, () => ({ hash, address: `/api/images/${hash}.jpg` }))
  server.on(displayApi.addSlide, () => ({ slideId: 1 }))
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Add slide' }))
  const dialog = await screen.findByRole('dialog')
  const input = dialog.querySelector<HTMLInputElement>('input[type=file]')
  if (input) await user.upload(input, new File(['x'], 'a.png', { type: 'image/png' }))
  await within(dialog).findByRole('button', { name: 'Remove picture' })
  await user.click(within(dialog).getByRole('button', { name: 'Save slide' }))
  await waitFor(() => expect(server.sentTo(displayApi.addSlide)[0]?.body).toMatchObject({ pictureHash: hash }))
})

test('slides say whether they are shown, are put in order and removed', async () => {
  slides = [aSlide(1), aSlide(2, { isShown: false }), aSlide(3, { isOn: false, isShown: false })]
  server.on(displayApi.orderSlides, () => undefined)
  server.on(displayApi.removeSlide, () => undefined)
  const { user } = await open()
  await screen.findByText('Not shown today')
  screen.getByText('Turned off')
  await user.click(screen.getByRole('button', { name: 'Actions for Slide 3' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Move up' }))
  await waitFor(() => expect(server.sentTo(displayApi.orderSlides)[0]?.body).toEqual({ slideIds: [1, 3, 2] }))
  await user.click(screen.getByRole('button', { name: 'Actions for Slide 1' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Remove' }))
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(server.sentTo(displayApi.removeSlide)).toHaveLength(1))
})

test('the preview shows what displays show', async () => {
  await open('/manage/display/preview')
  await screen.findByRole('heading', { name: 'When we are open' })
  expect(screen.getByRole('link', { name: 'Close preview' })).toBeTruthy()
})
