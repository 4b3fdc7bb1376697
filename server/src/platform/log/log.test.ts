import { expect, test } from 'vitest'
import { createLog, logOfRequest } from './log.ts'

const openLog = () => {
  const lines: string[] = []
  return { log: createLog('info', { write: (line: string) => void lines.push(line) }), lines }
}

test('the lines of a request carry its id and what the log carries already, and nothing of another request', () => {
  const { log, lines } = openLog()
  const parent = log.child({ part: 'web' })
  const [one, other] = [logOfRequest(parent, 'a-"1"'), logOfRequest(parent, 'b-2')]
  one.info('first')
  other.info({ status: 200 }, 'second')
  parent.info('third')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'info', part: 'web', reqId: 'a-"1"', msg: 'first' },
    { part: 'web', reqId: 'b-2', status: 200, msg: 'second' },
    { part: 'web', msg: 'third' },
  ])
  expect(lines[2]).not.toContain('reqId')
})

test('secrets are left out of the lines of a request and of its children', () => {
  const { log, lines } = openLog()
  const child = logOfRequest(log, 'a-1')
  child.info({ password: 'walnut', request: { headers: { cookie: 'walnut' } } }, 'sent')
  child.child({ token: 'walnut', part: 'x' }).info('sent')
  expect(lines.join('')).not.toContain('walnut')
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({ reqId: 'a-1', part: 'x' })
})
