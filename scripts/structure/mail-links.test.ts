import { expect, test } from 'vitest'
import { openMailLinks } from './mail-links.ts'

const tool = "export const Route = createFileRoute('/tools/saw')({ staticData: { memberOnly: true } })"
const account = "export const Route = createFileRoute('/account/saws')({ staticData: { loggedIn: true } })"

test('an email or a notice that leads to a page for active members is found', () => {
  const files = {
    'web/src/saws/saw-page.tsx': tool,
    'web/src/saws/saws-page.tsx': account,
    'server/src/saws/mails.ts': "const button = { label: 'See it', url: `${site.url}/tools/saw` }",
    'server/src/saws/jobs.ts': "queuePush(work, { path: '/tools/saw' })",
    'server/src/saws/reminders.ts': 'const url = `${site.url}/account/saws`',
    'server/src/saws/feeds.ts': 'const path = `/tools/saws`',
    'server/src/saws/mails.test.ts': "expect(sent).toMatchObject({ path: '/tools/saw' })",
  }
  expect(openMailLinks(new Map(Object.entries(files))).map((problem) => problem.split(':')[0])).toEqual([
    'server/src/saws/mails.ts',
    'server/src/saws/jobs.ts',
  ])
})
