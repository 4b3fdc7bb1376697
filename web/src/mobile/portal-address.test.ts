import { afterEach, expect, test, vi } from 'vitest'
import { findPortal, readAddress } from './portal-address.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['portal.example.org', 'https://portal.example.org'],
  [' https://portal.example.org/login?x=1 ', 'https://portal.example.org'],
  ['portal.example.org:8443', 'https://portal.example.org:8443'],
  ['spacekeeper://connect?portal=https%3A%2F%2Fportal.example.org', 'https://portal.example.org'],
  ['http://192.168.1.20:8000', 'http://192.168.1.20:8000'],
  ['192.168.1.20:8000', 'http://192.168.1.20:8000'],
  ['localhost:8000', 'http://localhost:8000'],
  ['portal.local', 'http://portal.local'],
  ['https://10.0.0.2', 'https://10.0.0.2'],
])('of %s, the portal is at %s', (typed, origin) => {
  expect(readAddress(typed)).toEqual({ origin })
})

test.each([
  ['', 'notAnAddress'],
  ['our space', 'notAnAddress'],
  ['portal', 'notAnAddress'],
  ['ftp://portal.example.org', 'notAnAddress'],
  ['https://bo:secret@portal.example.org', 'notAnAddress'],
  ['javascript:alert(1)', 'notAnAddress'],
  ['http://portal.example.org', 'needsHttps'],
  ['http://172.32.0.1', 'needsHttps'],
  ['http://192.168.1.20.example.org', 'needsHttps'],
])('%s is no address of a portal: %s', (typed, problem) => {
  expect(readAddress(typed)).toEqual({ problem })
})

const answerWith = (answer: () => Promise<Response>) => vi.stubGlobal('fetch', answer)

test('a portal is known by its configuration', async () => {
  answerWith(async () => Response.json({ general: { siteName: 'Riverbend' }, features: {}, loggedIn: false }))
  expect(await findPortal('https://portal.example.org')).toEqual({ siteName: 'Riverbend' })
})

test('another website, no website, and a portal without its database are told apart', async () => {
  answerWith(async () => new Response('<!doctype html>'))
  expect(await findPortal('https://www.example.org')).toEqual({ problem: 'noPortal' })
  answerWith(async () => Response.json({ status: 'ok' }))
  expect(await findPortal('https://www.example.org')).toEqual({ problem: 'noPortal' })
  answerWith(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(await findPortal('https://www.example.org')).toEqual({ problem: 'unreachable' })
  answerWith(async () => Response.json({ code: 'databaseAway' }, { status: 503 }))
  expect(await findPortal('https://portal.example.org')).toEqual({ problem: 'unreachable' })
})
