import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setTransport } from '#platform/api/transport.ts'
import { watchLinks, watchPictures } from './pictures.ts'

const asked: string[] = []
const targets = {
  openOutside: vi.fn<(url: string) => Promise<void>>(async () => {}),
  shareFile: vi.fn<(file: { name: string; content: Blob }) => Promise<void>>(async () => {}),
}
const stops: (() => void)[] = []

beforeEach(() => {
  asked.length = 0
  const restore = setTransport({
    origin: () => 'https://portal.example.org',
    send: async (path) => {
      asked.push(path)
      return path.includes('gone') ? new Response(null, { status: 404 }) : new Response('picture')
    },
    openEvents: () => () => {},
  })
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL = () => 'blob:1'
      static override revokeObjectURL = () => {}
    },
  )
  stops.push(watchPictures(), watchLinks(targets), restore)
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

const draw = (html: string) => {
  document.body.innerHTML = html
}
const picture = () => document.querySelector('img')

test('pictures at paths of the portal are fetched there, also when a page changes them', async () => {
  draw('<p><img src="/images/logo.png" alt=""></p>')
  await waitFor(() => expect(picture()?.src).toBe('blob:1'))
  picture()?.setAttribute('src', '/api/tools/webcams/1/')
  await waitFor(() => expect(asked).toEqual(['/images/logo.png', '/api/tools/webcams/1/']))
})

test('pictures of the app and of other sites stay as they are', async () => {
  draw(
    '<img src="/icon-small.png" alt=""><img src="https://www.example.org/a.png" alt=""><img src="/images/a.png" alt="">',
  )
  await waitFor(() => expect(asked).toEqual(['/images/a.png']))
})

test('a picture that is not there fails as it would in a browser', async () => {
  const failed = vi.fn<() => void>()
  const image = new Image()
  image.addEventListener('error', failed)
  image.src = '/images/gone.png'
  document.body.append(image)
  await waitFor(() => expect(failed).toHaveBeenCalledOnce())
})

test('links to what the portal serves leave the app: public ones in the browser, others as a file', async () => {
  draw('<a href="/api/docs">API</a><a href="/api/tools/issue/pictures/7/?at=1"><span>Photo</span></a>')
  document.querySelector('a')?.click()
  await waitFor(() => expect(targets.openOutside).toHaveBeenCalledWith('https://portal.example.org/api/docs'))
  document.querySelector('span')?.click()
  await waitFor(() => expect(targets.shareFile).toHaveBeenCalledWith({ name: '7', content: expect.any(Blob) }))
})
