import { contrast } from '@spacekeeper/contract/colours.ts'
import { expect, test } from 'vitest'
import { buttonColours, readableAs } from './colours.ts'
import { mailFailure } from './mail-failure.ts'
import { mailLayout } from './mail-layout.ts'
import { mailText } from './mail-text.ts'
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
const htmlOf = (m: Mail, l = look) => mailLayout({ mail: m, look: l })
const textOf = (m: Mail) => mailText({ mail: m, look })

test('what a mail says is escaped exactly once in its page', () => {
  const html = htmlOf(mail)
  expect(html).toContain('One &lt;script&gt;alert(1)&lt;/script&gt;.')
  expect(html).toContain('href="https://portal.example.org/x?a=1&amp;b=2"')
  expect(html).not.toMatch(/&amp;(#x27|amp|lt|quot|#39)/)
  expect(html).not.toContain('<script')
})

test('what a mail says is not escaped at all in its plain text', () => {
  const text = textOf(mail)
  expect(text).toContain("Hi O'Neill,")
  expect(text).toContain('One <script>alert(1)</script>.')
  expect(text).toContain('Name: A & B')
  expect(text).toContain("Ada's <Workshop>")
  expect(text).toContain('Makers & Co, 1 High Street')
  expect(text).not.toContain('&amp;')
})

test('a button is a link, and its address is spelled out once in the plain text', () => {
  const html = htmlOf(mail)
  expect(html.match(/href="https:\/\/portal\.example\.org\/x/g)).toHaveLength(2)
  expect(textOf(mail).split(url)).toHaveLength(2)
})

test('a mail shows the logo of the site, and its name where there is none', () => {
  expect(htmlOf(mail)).not.toContain('<img')
  expect(htmlOf(mail, { ...look, logoUrl: 'https://portal.example.org/logo.png' })).toContain(
    'src="https://portal.example.org/logo.png"',
  )
})

test.each(['#278ab0', '#ffe600', '#ff0000', '#000000', '#ffffff', '#808080', '#0461b1'])(
  'letters on a button and the name of the site can be read in %s',
  (primary) => {
    const { backgroundColor, color } = buttonColours({ primary, dark: '#313131' })
    expect(contrast(backgroundColor, color)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(readableAs(primary), '#ffffff')).toBeGreaterThanOrEqual(4.5)
  },
)

test('a colour that can be read as it is stays as it is', () => {
  expect(readableAs('#0461b1')).toBe('#0461b1')
  expect(buttonColours({ primary: '#ffe600', dark: '#313131' }).backgroundColor).toBe('#ffe600')
})

test('cards stand in the mail with their links, and so in its plain text', () => {
  const cards = [
    { title: 'Handbook', description: "Don't panic", links: [{ label: 'Read', url: 'https://example.org/a?b=1&c=2' }] },
    { title: 'Just words', description: '', links: [] },
  ]
  const html = htmlOf({ ...mail, cards })
  expect(html).toContain('Don&#39;t panic')
  const text = textOf({ ...mail, cards })
  expect(text).toContain("Handbook\n\nDon't panic\n\nRead https://example.org/a?b=1&c=2")
  expect(text).toContain('Just words')
})

test('a text of several lines keeps them, in the page and in the plain text', () => {
  const said = { ...mail, paragraphs: ['One  line\nand another'] }
  expect(htmlOf(said)).toContain('One  line<br />and another</p>')
  expect(textOf(said)).toContain('\n\nOne line\nand another\n\n')
})

test('a name that runs from right to left stands by itself in the page, and as it is in the plain text', () => {
  const names: Mail = {
    ...mail,
    paragraphs: ['محمد علی and 2 others, שרה.'],
    facts: [{ label: 'Name', value: 'שרה' }],
  }
  expect(htmlOf(names)).toContain('<bdi>محمد علی</bdi> and 2 others, <bdi>שרה</bdi>.')
  expect(htmlOf(names)).toContain('<strong><bdi>שרה</bdi></strong>')
  expect(textOf(names)).toContain('محمد علی and 2 others, שרה.')
})

test('a link whose address is its label stands once in the plain text', () => {
  const footerLink = { label: 'https://example.org', url: 'https://example.org' }
  expect(textOf({ ...mail, footerLink }).split('https://example.org')).toHaveLength(2)
  expect(textOf({ ...mail, footerLink: { ...footerLink, label: 'Stop' } })).toContain(
    '\n\nStop https://example.org\n\n',
  )
})

test('lists of mails read its first words and nothing behind them', () => {
  const [, shown = ''] = /max-width:0">([^<]*)<div>/.exec(htmlOf({ ...mail, paragraphs: ['Hello there'] })) ?? []
  expect(shown).toBe('Hello there')
  expect(htmlOf({ ...mail, paragraphs: ['x'.repeat(200)] })).toContain(`>${'x'.repeat(150)}<div></div>`)
})

test.each([
  [{ message: 'Mail command failed: 550 no such user', code: 'EENVELOPE', responseCode: 550 }, true],
  [{ message: 'Message failed: 554 spam', code: 'EMESSAGE', responseCode: 554 }, true],
  [{ message: 'Try later', code: 'EENVELOPE', responseCode: 451 }, false],
  [{ message: 'Invalid login', code: 'EAUTH', responseCode: 535 }, false],
  [{ message: 'connect ECONNREFUSED', code: 'ESOCKET' }, false],
  ['nonsense', false],
])('a failure to send is permanent only when the server refused this mail: %o', (error, isPermanent) => {
  expect(mailFailure(error, 'smtp://mail.example.org').isPermanent).toBe(isPermanent)
})

test.each([
  [
    'smtp://u:walnut@mail.example.org',
    { message: 'connect ECONNREFUSED 192.0.2.1:587', code: 'ESOCKET' },
    'Nothing answers at mail.example.org:587.',
  ],
  [
    'smtps://mail.example.org',
    { message: 'getaddrinfo ENOTFOUND mail.example.org', code: 'EDNS' },
    'There is no server at mail.example.org:465.',
  ],
  [
    'smtp://mail.example.org:25',
    { message: 'Greeting never received', code: 'ETIMEDOUT' },
    'mail.example.org:25 did not answer in time.',
  ],
  [
    'smtps://mail.example.org',
    { message: '40:error:0A:SSL routines::wrong version number:', code: 'ESOCKET' },
    'try smtp:// instead',
  ],
  [
    'smtp://u:walnut@mail.example.org',
    { message: 'Invalid login: 535 no', code: 'EAUTH', responseCode: 535 },
    'refused the name or password in SMTP_URL. It says: Invalid login: 535 no',
  ],
  [
    'smtp://mail.example.org',
    { message: 'Mail command failed: 550 ETIMEDOUT street is unknown', code: 'EENVELOPE', responseCode: 550 },
    'Mail command failed: 550',
  ],
])('a mail server at %s that fails with %o is described in words that say what to do', (smtpUrl, error, words) => {
  const { reason } = mailFailure(error, smtpUrl)
  expect(reason).toContain(words)
  expect(reason).not.toContain('walnut')
})
