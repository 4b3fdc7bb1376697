import { beforeAll, afterEach, afterAll } from 'vitest'
import { type TestSmtpServer, startTestSmtpServer } from '#platform/mail/smtp-server.testing.ts'
import { openBrowser } from './auth/browser.testing.ts'
import { type TestPortal, startTestPortal } from './portal.testing.ts'

/**
 * For the top of a test file: a portal that mails, browsers at addresses of their own, and a clock that a test may
 * move. Between tests mails are gone and the clock is right again.
 */
export const setUpAccounts = () => {
  const startedAt = new Date()
  const clock = { startedAt, now: startedAt }
  let opened: { smtp: TestSmtpServer; portal: TestPortal } | null = null
  const parts = () => {
    if (!opened) throw new Error('the portal opens before the first test')
    return opened
  }
  let browsers = 0

  beforeAll(async () => {
    const smtp = await startTestSmtpServer()
    opened = { smtp, portal: await startTestPortal({ smtpUrl: smtp.url, now: () => clock.now }) }
  })
  afterEach(async () => {
    await parts().portal.runJobs()
    clock.now = startedAt
    parts().smtp.mails.length = 0
  })
  afterAll(async () => {
    await parts().portal.close()
    await parts().smtp.close()
  })

  return {
    clock,
    get portal() {
      return parts().portal
    },
    get smtp() {
      return parts().smtp
    },
    browse: (address?: string) => {
      browsers += 1
      return openBrowser(parts().portal.app, address ?? `10.1.${Math.floor(browsers / 250)}.${(browsers % 250) + 1}`)
    },
    sessionsOf: (memberId: number) =>
      parts().portal.db.selectFrom('sessions').selectAll().where('member_id', '=', memberId).execute(),
    /** The audit events of a member, oldest first. */
    eventsOf: async (memberId: number) => {
      const rows = await parts()
        .portal.db.selectFrom('audit_events')
        .selectAll()
        .where('subject_id', '=', memberId)
        .orderBy('id')
        .execute()
      return rows.map(({ event }) => event)
    },
  }
}
