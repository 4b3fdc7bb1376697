import { MantineProvider, TextInput } from '@mantine/core'
import { AnyDay, inFuture, TypedFutureDay } from '@spacekeeper/contract/days.ts'
import { openingTimes } from '@spacekeeper/contract/openings/shapes.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ApiError } from '../api/api-error.ts'
import { defaultSite, SiteContext } from '../session/site.ts'
import { siteTheme } from '../theme/theme.ts'
import { useApiForm } from './api-form.ts'
import { unsavedFields } from './unsaved-fields.ts'

const sentence = 'Date must be today or in the future.'

const schema = z.object({
  day: openingTimes.day,
  end: TypedFutureDay,
  meeting: inFuture(z.string(), 'minute'),
  from: openingTimes.from,
  until: openingTimes.until,
  paidOn: AnyDay,
})

const initial = { day: '2027-02-28', end: '', meeting: '', from: '18:00', until: '22:00', paidOn: '2020-01-01' }

const submit = vi.fn<(typed: z.infer<typeof schema>) => Promise<void>>()

const Form = () => {
  const { field, formProps } = useApiForm({ initial, schema, submit })
  return (
    <form {...formProps}>
      <TextInput {...field('day')} label="Day" type="date" />
      <TextInput {...field('end')} label="End" type="date" />
      <TextInput {...field('meeting')} label="Meeting" type="datetime-local" />
      <TextInput {...field('from')} label="From" type="time" />
      <TextInput {...field('until')} label="Until" type="time" />
      <TextInput {...field('paidOn')} label="Paid on" type="date" />
      <button type="submit">Save</button>
    </form>
  )
}

const at = (label: string) => screen.getByLabelText(label)
const leave = (label: string, value: string) => {
  fireEvent.change(at(label), { target: { value } })
  fireEvent.blur(at(label))
}
/** What a field says, if anything. */
const saidAt = (label: string) =>
  (at(label).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join('')

beforeEach(() => {
  submit.mockReset()
  // In Auckland it is the first of March already, a quarter past eight in the evening.
  vi.useFakeTimers({ now: new Date('2027-03-01T07:15:00Z'), toFake: ['Date'] })
  const site = { ...defaultSite, general: { ...defaultSite.general, siteTimeZone: 'Pacific/Auckland' } }
  render(
    <MantineProvider env="test" theme={siteTheme(defaultSite)}>
      <QueryClientProvider client={new QueryClient()}>
        <SiteContext value={site}>
          <Form />
        </SiteContext>
      </QueryClientProvider>
    </MantineProvider>,
  )
})
afterEach(() => {
  vi.useRealTimers()
})

test.each([
  ['Day', '2027-02-27', sentence],
  ['Day', '2027-03-01', ''],
  ['End', '2027-02-28', sentence],
  ['End', '2027-03-01', ''],
  ['Meeting', '2027-03-01T20:14', sentence],
  ['Meeting', '2027-03-01T20:15', ''],
  ['Paid on', '2027-02-28', ''],
])('%s says of %s as it is left: “%s”', (label, value, said) => {
  leave(label, value)
  expect(saidAt(label)).toBe(said)
})

test('a time that is over today is said at the time', () => {
  leave('Day', '2027-03-01')
  leave('Until', '20:14')
  expect(saidAt('Until')).toBe(sentence)
  leave('Until', '01:00')
  expect(saidAt('Until')).toBe('')
})

test('date fields offer nothing that is over, by the clock of the space', () => {
  expect(['Day', 'End', 'Meeting', 'Until', 'Paid on'].map((label) => at(label).getAttribute('min'))).toEqual([
    '2027-03-01',
    '2027-03-01',
    '2027-03-01T20:15',
    null,
    null,
  ])
})

test('a day that is over is not sent, unless it stood there before', async () => {
  leave('Meeting', '2027-03-02T19:00')
  leave('Until', '23:00')
  leave('Day', '2027-02-26')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(saidAt('Day')).toBe(sentence))
  expect(submit).not.toHaveBeenCalled()
  leave('From', '22:00')
  leave('Until', '21:00')
  leave('Day', initial.day)
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(submit).toHaveBeenCalledOnce())
})

test('a form is unsaved while a value differs from what is stored or was sent last', async () => {
  submit.mockResolvedValue(undefined)
  const from = screen.getByLabelText('From')
  expect(unsavedFields.isAny()).toBe(false)
  fireEvent.change(from, { target: { value: '19:00' } })
  expect(unsavedFields.isAny()).toBe(true)
  fireEvent.change(from, { target: { value: '18:00' } })
  expect(unsavedFields.isAny()).toBe(false)
  fireEvent.change(from, { target: { value: '19:00' } })
  leave('Meeting', '2027-03-02T19:00')
  leave('Day', '2027-03-02')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(submit).toHaveBeenCalledOnce())
  await waitFor(() => expect(unsavedFields.isAny()).toBe(false))
  fireEvent.change(from, { target: { value: '20:00' } })
  expect(unsavedFields.isAny()).toBe(true)
})

test('what the portal refused is still unsaved', async () => {
  submit.mockRejectedValue(new ApiError({ code: 'offline', status: 0 }))
  leave('Meeting', '2027-03-02T19:00')
  leave('Day', '2027-03-02')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(submit).toHaveBeenCalledOnce())
  await waitFor(() => expect(unsavedFields.isAny()).toBe(true))
})
