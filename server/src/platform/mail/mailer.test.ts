import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mailFailure } from './mail-failure.ts'
import { mailerTo } from './mailer.ts'
import { startTestSmtpServer, type TestSmtpServer } from './smtp-server.testing.ts'

let smtp: TestSmtpServer

beforeAll(async () => {
  smtp = await startTestSmtpServer()
})

beforeEach(() => {
  smtp.mails.length = 0
  smtp.refuse(undefined)
})

afterAll(() => smtp.close())

const send = (to: string, from = 'portal@bücher.example') =>
  mailerTo(smtp.url).send({
    id: 'abc',
    from: { name: 'Portal', address: from },
    to,
    replyTo: 'info@müller.example',
    subject: 'Hello',
    text: 'Hello',
    html: undefined,
  })

test.each([
  ['info@müller.example', 'info@xn--mller-kva.example'],
  ['ann&ben@example.org', 'ann&ben@example.org'],
  // With other letters before the @ the domain may have them, too.
  ['jürgen@müller.example', 'jürgen@müller.example'],
])('a mail to %s reaches the mail server, and says that it is one to %s', async (to, said) => {
  await send(to)
  // The test server writes domains of its envelopes in their own letters.
  expect(smtp.mails).toMatchObject([
    { envelope: { from: 'portal@bücher.example', to: [to] }, messageId: '<abc@xn--bcher-kva.example>' },
  ])
  const headers = new Map(smtp.mails[0]?.headers.map(({ key, value }) => [key, value]))
  expect([headers.get('to'), headers.get('reply-to')]).toEqual([said, 'info@xn--mller-kva.example'])
})

test('when a server refuses letters before the @, the reason says what they need', async () => {
  smtp.refuse({ code: 553, text: '5.6.7 Address syntax' })
  const refusalOf = async (to: string) =>
    mailFailure(await send(to).then(undefined, (error: unknown) => error), smtp.url)
  expect(await refusalOf('jürgen@example.org')).toEqual({
    reason: expect.stringMatching(/before the @ .* SMTPUTF8.* It says: .*553/),
    isPermanent: true,
  })
  expect((await refusalOf('info@müller.example')).reason).not.toContain('SMTPUTF8')
})
