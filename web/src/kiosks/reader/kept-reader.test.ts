import { beforeEach, test, expect } from 'vitest'
import {
  readReaderUrl,
  readKeptReader,
  defaultReaderUrl,
  keepReader,
  type NumberForm,
  readSerialNumber,
} from './kept-reader.ts'

beforeEach(() => localStorage.clear())

test.each([
  ['ws://cardreader.local', 'ws://cardreader.local:81'],
  ['ws://cardreader.local:81', 'ws://cardreader.local:81'],
  [' ws://10.0.0.7:8081/ ', 'ws://10.0.0.7:8081'],
  ['wss://reader.example.org/desk', 'wss://reader.example.org:81/desk'],
  ['wss://reader.example.org:443/desk', 'wss://reader.example.org/desk'],
  ['http://cardreader.local', null],
  ['cardreader.local', null],
  ['ws://', null],
  ['', null],
])('the address %j is used as %j', (text, url) => {
  expect(readReaderUrl(text)).toBe(url)
})

test('a screen remembers its reader, and begins with the usual one', () => {
  expect(readKeptReader()).toEqual({ kind: 'socket', url: defaultReaderUrl, form: 'decimal' })
  keepReader({ kind: 'nfc', url: 'ws://10.0.0.7:81', form: 'hex' })
  expect(readKeptReader()).toEqual({ kind: 'nfc', url: 'ws://10.0.0.7:81', form: 'hex' })
  localStorage.setItem('cardReader', '{"kind":"keyboard","url":"ws://10.0.0.7:81"}')
  expect(readKeptReader()).toMatchObject({ kind: 'keyboard', form: 'decimal' })
  localStorage.setItem('cardReader', '{"kind":"telepathy"}')
  expect(readKeptReader()).toEqual({ kind: 'socket', url: defaultReaderUrl, form: 'decimal' })
})

test.each<[string, NumberForm, string | null]>([
  ['04:a2:2f:10', 'decimal', '77737744'],
  ['04:a2:2f:10', 'reversed', '271557124'],
  ['04:a2:2f:10', 'hex', '04A22F10'],
  ['04:a2:2f:10:9b:5c:80', 'decimal', '1304222932622464'],
  ['00:00:00:2a', 'decimal', '42'],
  ['', 'decimal', null],
  ['nonsense', 'hex', null],
])('the serial number %j is, %s, the card %j', (text, form, number) => {
  expect(readSerialNumber(text, form)).toBe(number)
})
