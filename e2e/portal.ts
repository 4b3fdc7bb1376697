import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { test as base, expect, type Page } from '@playwright/test'
import { startDoorProcess, type DoorProcess } from '@spacekeeper/simulators/door-process.ts'
import { type FakeStripe, startStripe } from '@spacekeeper/simulators/stripe/server.ts'
import type Axe from 'axe-core'
import { freePort } from '../server/src/platform/http/free-port.ts'
import { startFakeTwilio, type FakeTwilio } from '../server/src/platform/sms/fake.ts'
import { startMailbox, type Mailbox } from './mailbox.ts'

declare global {
  interface Window {
    axe?: typeof Axe
  }
}

type SeededDevice = { id: number; name: string; serial: string; key: string }
type SeededPortal = {
  members: Record<string, number>
  doors: SeededDevice[]
  machines: SeededDevice[]
  vending: (SeededDevice & { slots: { id: string; name: string; priceCents: number }[] })[]
  dataDir: string
  connectionString: string
  /** Creates the first administrator; null when there is one. */
  setupLink: string | null
}

type Shifts = {
  /** Makes every link that was mailed too old. */
  expireLinks: () => Promise<unknown>
  /** Makes every use of a machine that is under way a minute older. */
  ageUses: () => Promise<unknown>
  /** Its clock, and that of what stands in for Stripe, go on by so many minutes. */
  goOn: (minutes: number) => Promise<unknown>
  /** Does what a night brings: charges, payments, ends. */
  runNight: () => Promise<unknown>
  /** From now on it says that it serves other screens, as after an update. */
  update: () => Promise<unknown>
  /** How many lines of events are open at it. */
  countStreams: () => Promise<number>
}

export type JourneyPortal = SeededPortal &
  Shifts & {
    url: string
    password: string
    mailbox: Mailbox
    /** What stands in for the provider of text messages. */
    twilio: FakeTwilio
    /** What stands in for Stripe; null unless the file asks for it. */
    stripe: FakeStripe | null
    /** The simulated front door, a program of its own. */
    frontDoor: DoorProcess
  }

export const password = 'browser-test-42'
const program = fileURLToPath(new URL('portal-process.ts', import.meta.url))

type StartedPortal = Shifts & { url: string; seeded: SeededPortal; stop: () => Promise<void> }

type PortalHost = {
  /** A portal on a free port; without SMTP_URL it has no mail server. */
  open: (env: Record<string, string>) => Promise<StartedPortal>
  end: () => Promise<void>
}

/** A program that runs one portal after another, since starting it and reading its modules takes longer than a portal. */
const startPortalHost = (): PortalHost => {
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })
  const ask = async (command: string): Promise<string> => {
    const answer = once(lines, 'line')
    child.stdin.write(`${command}\n`)
    const ended = exited.then(() => Promise.reject(new Error('The portal ended.')))
    const [line] = await Promise.race([answer, ended])
    return String(line)
  }
  return {
    open: async (env) => {
      const port = await freePort()
      const url = `http://127.0.0.1:${port}`
      const line = await ask(`open ${JSON.stringify({ PORT: String(port), SITE_URL: url, ...env })}`)
      return {
        url,
        seeded: JSON.parse(line) as SeededPortal, // printed by portal-process.ts
        expireLinks: () => ask('expireLinks'),
        ageUses: () => ask('ageUses'),
        goOn: (minutes) => ask(`goOn ${minutes}`),
        runNight: () => ask('runNight'),
        update: () => ask('update'),
        countStreams: async () => JSON.parse(await ask('countStreams')).open, // printed by portal-process.ts
        stop: async () => void (await ask('close')),
      }
    },
    end: async () => {
      child.stdin.end()
      await exited
    },
  }
}

/** A portal beside that of the file. */
export const startPortalProcess = async (env: Record<string, string>): Promise<StartedPortal> => {
  const host = startPortalHost()
  return { ...(await host.open(env)), stop: host.end }
}

/** Answers that a test provokes on purpose, and a header that is for https alone. */
const expected =
  /^(Failed to load resource|TypeError: (A file is missing\. )?Failed to fetch dynamically imported module|The Cross-Origin-Opener-Policy header has been ignored)/

/** What a page printed as an unexpected error. */
const watchConsole = (page: Page) => {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !expected.test(message.text())) errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(String(error)))
  return errors
}

type Running = { portal: JourneyPortal; stop: () => Promise<void> }

type JourneyNeeds = { hasMachines: boolean; hasStripe: boolean }

const startJourneyPortal = async (host: PortalHost, { hasMachines, hasStripe }: JourneyNeeds): Promise<Running> => {
  const mailbox = await startMailbox()
  const twilio = await startFakeTwilio()
  let aheadMs = 0
  // Its webhooks are signed by the clock of the portal, which refuses those of minutes ago; its own clock stands still.
  const signedAt = () => new Date(Date.now() + aheadMs)
  const stripe = hasStripe ? await startStripe({ now: new Date(), signedAt }) : null
  const { seeded, stop, ...started } = await host.open({
    SMTP_URL: mailbox.url,
    SMS_URL: twilio.url,
    ...(stripe && { STRIPE_URL: stripe.url }),
    E2E_SMS: JSON.stringify(twilio.account),
    E2E_PASSWORD: password,
    E2E_MACHINES: String(hasMachines),
  })
  const [front] = seeded.doors
  if (!front) throw new Error('The seeded space has no door.')
  const server = started.url.replace('http', 'ws')
  const frontDoor = await startDoorProcess({ ...front, server, storeDir: seeded.dataDir })
  const goOn = async (minutes: number) => {
    await started.goOn(minutes)
    aheadMs += minutes * 60_000
    await stripe?.advance(new Date(stripe.now().getTime() + minutes * 60_000))
  }
  return {
    portal: { ...seeded, ...started, goOn, password, mailbox, twilio, stripe, frontDoor },
    stop: async () => {
      frontDoor.stop()
      await stop()
      await mailbox.close()
      await twilio.close()
      await stripe?.close()
    },
  }
}

type PortalOfFile = (file: string, needs: JourneyNeeds) => Promise<JourneyPortal>

export const test = base.extend<
  { hasMachines: boolean; hasStripe: boolean; portal: JourneyPortal; failOnConsole: void },
  { portalOfFile: PortalOfFile }
>({
  /** A machine and a vending machine stand in the space as well. */
  hasMachines: [false, { option: true }],
  /** A stand-in for Stripe runs beside it. */
  hasStripe: [false, { option: true }],
  /** Each file has a portal of its own, so that none meets what another left behind; browser and program stay. */
  portalOfFile: [
    async ({ browser: _ }, use) => {
      const host = startPortalHost()
      const running = new Map<string, Running>()
      const stopAll = async () => {
        const all = [...running.values()]
        running.clear()
        await Promise.all(all.map(({ stop }) => stop()))
      }
      await use(async (file, needs) => {
        const known = running.get(file)
        if (known) return known.portal
        await stopAll()
        const started = await startJourneyPortal(host, needs)
        running.set(file, started)
        return started.portal
      })
      await stopAll()
      await host.end()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  portal: async ({ portalOfFile, hasMachines, hasStripe }, use, { file }) =>
    use(await portalOfFile(file, { hasMachines, hasStripe })),
  baseURL: async ({ portal }, use) => use(portal.url),
  failOnConsole: [
    async ({ page }, use) => {
      const errors = watchConsole(page)
      await use()
      expect(errors, 'errors on the console').toEqual([])
    },
    { auto: true },
  ],
})

/** Logs in by the form, as people do. */
export const logInByForm = async (page: Page, portal: Pick<JourneyPortal, 'password'>, name: string) => {
  await page.goto('/login')
  await page.getByLabel('Email').fill(`${name}@example.org`)
  await page.getByLabel('Password', { exact: true }).fill(portal.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL('**/dashboard')
  await expect(page.getByRole('heading', { name: /^Good / })).toBeVisible()
}

/** Gets the browser the session the form would; the journey goes where it begins by itself. */
export const giveSession = async (page: Page, portal: Pick<JourneyPortal, 'password'>, name: string) => {
  const data = { email: `${name}@example.org`, password: portal.password }
  // A browser with a session, even one that has ended, has to prove that no other site sends this.
  const csrf = (await page.context().cookies()).find((cookie) => cookie.name === 'csrftoken')?.value
  const headers = csrf === undefined ? {} : { 'x-csrftoken': csrf }
  const answer = await page.request.post('/api/login/', { data, headers })
  expect(answer.ok(), `${name} logs in`).toBe(true)
}

/** Logs in without the form, for journeys that begin on the dashboard. */
export const logIn = async (page: Page, portal: Pick<JourneyPortal, 'password'>, name: string) => {
  await giveSession(page, portal, name)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: /^Good / })).toBeVisible()
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Each rule of axe that the page breaks, with the elements that do. */
const findViolations = async (page: Page): Promise<string[]> => {
  // A page keeps axe until it is left; reading it anew takes a third as long as running it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return page.evaluate(async (tags) => {
    const { axe } = window
    if (!axe) throw new Error('axe is not in the page.')
    // A colour that is on its way to another is neither.
    const passing = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(passing.map(({ finished }) => finished))
    // It would write down every element it looks at; those at fault are enough.
    axe.configure({ noHtml: true })
    const { violations } = await axe.run(
      // A frame that may run nothing cannot be asked from within.
      { exclude: ['iframe'] },
      {
        runOnly: { type: 'tag', values: tags },
        // Counting what is right takes longer than finding what is not, and no frame is from elsewhere.
        resultTypes: ['violations'],
        preload: false,
        selectors: false,
        elementRef: true,
      },
    )
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ element }) => element?.outerHTML).join(' | ')}`)
  }, standards)
}

/** WCAG 2.2 AA as far as a program can tell, and no sideways scrolling. */
export const expectAccessible = async (page: Page) => {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
  // A page is seen once everything it first asks for is there.
  await expect(page.locator('main > [aria-busy=true]')).toHaveCount(0)
  // What the pointer happens to rest on shows a tooltip, which stands in no landmark.
  await page.mouse.move(0, 0)
  expect(await findViolations(page)).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, 'sideways scrolling').toBeLessThanOrEqual(0)
}

/** Before its first page: Playwright cannot cut the line that tabs share, so each of these has its own, as in some browsers. */
export const keepOwnLines = (page: Page) => page.context().addInitScript('delete window.SharedWorker')

/** How far what a page shows has moved by itself, as browsers measure it. */
export const watchMoves = async (page: Page) => {
  await page.addInitScript(() => {
    const moved = { by: 0 }
    Object.assign(globalThis, { moved })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry) moved.by += Number(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return async () => Number(await page.evaluate('moved.by'))
}

export { expect }
