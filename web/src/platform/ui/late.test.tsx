import { MantineProvider } from '@mantine/core'
import { homeApi } from '@spacekeeper/contract/home/routes.ts'
import { act, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { defaultSite } from '#platform/session/site.ts'
import { hasUnsaved, watchTyping } from '../form/has-unsaved.ts'
import { Boundary } from './boundary.tsx'
import { late } from './late.tsx'
import { windowReload } from './reload.ts'

/** A file that cannot be had until it is put there. */
const aFile = () => {
  const file = { isThere: false, asked: 0 }
  const load = () => {
    file.asked += 1
    return file.isThere
      ? Promise.resolve(({ name }: { name: string }) => <p>Hello {name}</p>)
      : Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/part.js'))
  }
  return { file, load }
}

const show = (part: ReactNode) =>
  render(
    <MantineProvider env="test">
      <input aria-label="Notes" />
      {part}
    </MantineProvider>,
  )

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => {
  vi.spyOn(windowReload, 'start').mockReturnValue()
  fakeServer().on(homeApi.getConfig, () => defaultSite)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('a part whose file is away for a moment comes by itself', async () => {
  const { file, load } = aFile()
  const Part = late(load)
  show(<Part name="Bo" waiting="Loading" />)
  expect(screen.getByText('Loading')).toBeTruthy()
  file.isThere = true
  await pass(1000)
  expect(screen.getByText('Hello Bo')).toBeTruthy()
})

test('a part of the page whose file is missing says so, and goes on trying after pauses that grow', async () => {
  const { file, load } = aFile()
  const Part = late(load)
  show(<Part name="Bo" />)
  await pass(3000)
  expect(screen.getByRole('alert').textContent).toContain('This could not be loaded.')
  expect(file.asked).toBe(3)
  await pass(5000 + 3000)
  expect(file.asked).toBe(6)
  await pass(5000)
  expect(file.asked).toBe(6)
  file.isThere = true
  await pass(5000)
  expect(screen.getByText('Hello Bo')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a part that is there already is drawn at once', async () => {
  const { file, load } = aFile()
  file.isThere = true
  const Part = late(load)
  await Part.load()
  show(<Part name="Bo" />)
  expect(screen.getByText('Hello Bo')).toBeTruthy()
})

test('what opens over the page waits for a press, can be closed, and is asked for again when it is opened again', async () => {
  const { file, load } = aFile()
  const close = vi.fn<() => void>()
  const Part = late(load, { over: ({ name }) => (name === '' ? null : close) })
  const drawn = (name: string) => (
    <MantineProvider env="test">
      <Part name={name} />
    </MantineProvider>
  )
  const { rerender } = render(drawn('Bo'))
  await pass(3000)
  await pass(600_000)
  expect(file.asked).toBe(3)
  press('Close')
  expect(close).toHaveBeenCalledOnce()
  rerender(drawn(''))
  expect(screen.queryByRole('alert')).toBeNull()
  file.isThere = true
  rerender(drawn('Cy'))
  await pass(0)
  expect(screen.getByText('Hello Cy')).toBeTruthy()
})

test('a part without which the page is whole says nothing, and comes when it can', async () => {
  const { file, load } = aFile()
  const Part = late(load, { isQuiet: true })
  show(<Part name="Bo" />)
  await pass(3000)
  expect(screen.queryByRole('alert')).toBeNull()
  file.isThere = true
  await pass(5000)
  expect(screen.getByText('Hello Bo')).toBeTruthy()
})

test('pressing Try again loads the page anew where the file is gone for good and nothing was typed', async () => {
  const Part = late(aFile().load, { over: () => () => {} })
  show(<Part name="Bo" />)
  await pass(3000)
  expect(hasUnsaved()).toBe(false)
  press('Try again')
  await pass(3000)
  expect(windowReload.start).toHaveBeenCalledOnce()
})

test('neither a missing file nor Try again loads the page anew over what was typed', async () => {
  watchTyping()
  const Part = late(aFile().load, { over: () => () => {} })
  show(<Part name="Bo" />)
  await pass(3000)
  fireEvent.input(screen.getByLabelText('Notes'), { target: { value: 'a' } })
  press('Try again')
  await pass(3000)
  expect(screen.getByRole('alert').textContent).toContain('Save your changes, then reload the page.')
  expect(windowReload.start).not.toHaveBeenCalled()
})

test('while the portal is away the page is not loaded anew, which would leave an error of the browser', async () => {
  fakeServer().on(homeApi.getConfig, () => refuse('databaseAway'))
  const Part = late(aFile().load)
  show(<Part name="Bo" />)
  await pass(3000)
  press('Try again')
  await pass(3000)
  expect(windowReload.start).not.toHaveBeenCalled()
})

test('a part that fails while it is drawn leaves the page, and is drawn again at a press', async () => {
  let isBroken = true
  const Part = late(() =>
    Promise.resolve(() => {
      if (isBroken) throw new Error('no such name')
      return <p>Hello</p>
    }),
  )
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => {})
  show(<Part />)
  await pass(0)
  expect(screen.getByLabelText('Notes')).toBeTruthy()
  expect(complaints).toHaveBeenCalled()
  isBroken = false
  press('Try again')
  await pass(0)
  expect(screen.getByText('Hello')).toBeTruthy()
})

test('a frame leaves errors of the page in it to the page', async () => {
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => {})
  const Frame = late<{ children: ReactNode }>(() => Promise.resolve(({ children }) => <main>{children}</main>), {
    isFrame: true,
  })
  const Broken = () => {
    throw new Error('no such name')
  }
  show(
    <Boundary failure={() => <p>Broken page</p>}>
      <Frame>
        <Broken />
      </Frame>
    </Boundary>,
  )
  await pass(0)
  expect(screen.getByText('Broken page')).toBeTruthy()
  expect(complaints).toHaveBeenCalled()
})

test('a page is asked whether anything is unsaved as the browser asks before it closes the window', () => {
  expect(hasUnsaved()).toBe(false)
  const refuseToGo = (event: Event) => event.preventDefault()
  globalThis.addEventListener('beforeunload', refuseToGo)
  expect(hasUnsaved()).toBe(true)
  globalThis.removeEventListener('beforeunload', refuseToGo)
  expect(hasUnsaved()).toBe(false)
})
