import { expect, test } from 'vitest'
import { render, toPlainText } from '@react-email/render'
import { lettersOn } from './colours.ts'
import { mailFailure } from './mail-failure.ts'
import { mailLayout } from './mail-layout.ts'
import type { Mail, MailLook } from './mail.ts'

const look: MailLook = {
  siteName: "Ada's <Workshop>",
  siteOwner: 'Makers & Co',
  siteUrl: 'https://portal.example.org',
  postalAddress: '1 High Street',
  logoUrl: undefined,
  primary: '#278ab0',
  dark: '#313131',
}
const url = 'https://portal.example.org/x?a=1&b=2'
const mail: Mail = {
  subject: "It's <b>you</b> & me",
  greeting: "Hi O'Neill,",
  paragraphs: ['One <script>alert(1)</script>.', 'Two "quoted".'],
  facts: [{ label: 'Name', value: 'A & B' }],
  button: { label: 'Verify', url },
  footnotes: ['It works for 24 hours.'],
}
const htmlOf = (m: Mail, l = look) => render(mailLayout({ mail: m, look: l }))

test('what a mail says is escaped exactly once in its page', async () => {
  const html = await htmlOf(mail)
  expect(html).toContain('One &lt;script&gt;alert(1)&lt;/script&gt;.')
  expect(html).toContain('href="https://portal.example.org/x?a=1&amp;b=2"')
  expect(html).not.toMatch(/&amp;(#x27|amp|lt|quot|#39)/)
  expect(html).not.toContain('<script')
})

test('what a mail says is not escaped at all in its plain text', async () => {
  const text = toPlainText(await htmlOf(mail))
  expect(text).toContain("Hi O'Neill,")
  expect(text).toContain('One <script>alert(1)</script>.')
  expect(text).toContain('Name: A & B')
  expect(text).toContain("Ada's <Workshop>")
  expect(text).toContain('Makers & Co, 1 High Street')
  expect(text).not.toContain('&amp;')
})

test('a button is a link, and its address is spelled out once in the plain text', async () => {
  const html = await htmlOf(mail)
  expect(html.match(/href="https:\/\/portal\.example\.org\/x/g)).toHaveLength(2)
  expect(toPlainText(html).split(url)).toHaveLength(2)
})

test('a mail shows the logo of the site, and its name where there is none', async () => {
  expect(await htmlOf(mail)).not.toContain('<img')
  expect(await htmlOf(mail, { ...look, logoUrl: 'https://portal.example.org/logo.png' })).toContain(
    'src="https://portal.example.org/logo.png"',
  )
})

test('letters on a button can be read whatever colour the site chose', () => {
  expect(lettersOn('#278ab0', '#313131')).toBe('#ffffff')
  expect(lettersOn('#ffe600', '#313131')).toBe('#313131')
})

test.each([
  [{ message: 'Mail command failed: 550 no such user', code: 'EENVELOPE', responseCode: 550 }, true],
  [{ message: 'Message failed: 554 spam', code: 'EMESSAGE', responseCode: 554 }, true],
  [{ message: 'Try later', code: 'EENVELOPE', responseCode: 451 }, false],
  [{ message: 'Invalid login', code: 'EAUTH', responseCode: 535 }, false],
  [{ message: 'connect ECONNREFUSED', code: 'ESOCKET' }, false],
  ['nonsense', false],
])('a failure to send is permanent only when the server refused this mail: %o', (error, isPermanent) => {
  expect(mailFailure(error).isPermanent).toBe(isPermanent)
})
