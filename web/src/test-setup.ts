import './platform/api/rules-settings.ts'
import { notifications } from '@mantine/notifications'
import { cleanup, configure } from '@testing-library/react'
import i18next from 'i18next'
import * as React from 'react'
import { afterEach, beforeEach, vi } from 'vitest'
import { loadRoutes } from '#platform/api/client.ts'
import { addTexts, nameBalance, startTexts } from '#platform/i18n/i18n.ts'
import { closeLoginDialog } from '#platform/session/login-dialog-state.ts'
import { loginHint } from '#platform/session/login-hint.ts'
import { dropProofRequest } from '#platform/session/proof-request.ts'
import { billingText } from './billing/text.ts'
import { stepsText } from './home/steps-text.ts'
import { memberTexts } from './member-texts.ts'
import { pageTexts } from './page-texts.ts'
import { portalTexts } from './portal-texts.ts'
import { signupText } from './signup/text.ts'
import { staffTexts } from './staff-texts.ts'
import { stripeText } from './stripe/text.ts'
import { texts } from './texts.ts'
import { visitorTexts } from './visitor-texts.ts'

// The files of a worker share its modules and its window; this one runs before each of them and clears away what the
// one before left behind.
vi.unstubAllGlobals()
localStorage.clear()
sessionStorage.clear()
document.head.replaceChildren()
document.body.replaceChildren()
document.title = ''

await loadRoutes()
// Texts stay from file to file.
if (!i18next.isInitialized) {
  startTexts(texts)
  const later = { home: stepsText, billing: billingText, signup: signupText, stripe: stripeText }
  for (const one of [portalTexts, visitorTexts, memberTexts, pageTexts, staffTexts, later]) addTexts(one)
}
nameBalance('')

// React notes for each element where it was made, up to ten thousand a second: a tenth of the time of all tests. Its
// warnings name the component without that, so it is told that it has noted enough.
const reactInternals = Object.entries(React).find(([name]) => name.startsWith('__CLIENT_INTERNALS'))?.[1]
if (typeof reactInternals === 'object')
  Object.defineProperty(reactInternals, 'recentlyCreatedOwnerStacks', { get: () => 1e4, set: () => {} })

configure({
  // Busy machines are slow; nothing here measures time.
  asyncUtilTimeout: 30_000,
  // Waiting makes an error each time it looks: printing the elements of the page was an eighth of the time of all tests.
  getElementError: (message, container) => new Error(`${message ?? ''}\n\nThe page reads: ${container.textContent}`),
})

/** What jsdom lacks and Mantine, the router and the live connection ask for. */
class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
}
class SilentEventSource {
  static readonly CLOSED = 2
  readyState = 1
  close() {}
  addEventListener() {}
}
vi.stubGlobal('ResizeObserver', Observer)
vi.stubGlobal('IntersectionObserver', Observer)
vi.stubGlobal('EventSource', SilentEventSource)
vi.stubGlobal('scrollTo', () => {})
Element.prototype.scrollIntoView = () => {}
window.matchMedia = (media) => ({
  media,
  matches: false,
  onchange: null,
  addListener: () => {},
  removeListener: () => {},
  addEventListener: () => {},
  removeEventListener: () => {},
  dispatchEvent: () => false,
})

const complaints: unknown[][] = []
beforeEach(() => {
  complaints.length = 0
  vi.spyOn(console, 'error').mockImplementation((...words) => void complaints.push(words))
})
afterEach(() => {
  cleanup()
  closeLoginDialog()
  dropProofRequest()
  loginHint.clear()
  notifications.clean()
  vi.restoreAllMocks()
  vi.useRealTimers()
  if (complaints.length > 0) throw new Error(`console.error was called: ${complaints.map(String).join('; ')}`)
})
