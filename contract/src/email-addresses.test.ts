import { expect, test } from 'vitest'
import { asciiEmail, plainEmail } from './email-addresses.ts'
import { Email } from './fields.ts'

test.each([
  'info@müller.example',
  'ann&ben@example.org',
  "o'neill+news@example.org",
  'jürgen@example.org',
  '用户@例子.广告',
  'अजय@डाटा.भारत',
  'ann@sub.straße.example',
  'a@b.co',
  '"ann b"@example.org',
  '1234@example.museum',
  'ann@xn--mller-kva.example',
  'ann!ben%c=d/e?f^g`h{i|j}k~@example.org',
  `${'a'.repeat(64)}@example.org`,
])('mail can be sent to %j', (address) => {
  expect(Email.safeParse(address).data).toBe(plainEmail(address))
})

test.each([
  '',
  'ann',
  'ann@',
  '@example.org',
  'ann@example',
  'ann@localhost',
  'ann@192.0.2.1',
  'ann@[192.0.2.1]',
  'ann@example.1',
  'ann@-example.org',
  'ann@exam_ple.org',
  'ann@example..org',
  'ann@example.org/path',
  'ann@example.org:25',
  'ann@user@example.org',
  'ann ben@example.org',
  'ann,ben@example.org',
  'Ann <ann@example.org>',
  'ann@example.org\r\nBcc: ben@example.org',
  'a\u202enn@example.org',
  '.ann@example.org',
  'ann.@example.org',
  'an..n@example.org',
  '"ann"ben@example.org',
  '"a>b"@example.org',
  `${'ü'.repeat(33)}@example.org`,
  `ann@${'a'.repeat(64)}.org`,
  `ann@${'abcdefgh.'.repeat(30)}org`,
])('%j is not an address', (address) => {
  expect(Email.safeParse(address).success).toBe(false)
})

test.each([
  ['Ann@Example.ORG', 'ann@example.org'],
  ['\u202a ann@example.org\u202c\u00a0', 'ann@example.org'],
  ['info@xn--mller-kva.example', 'info@müller.example'],
  ['info@MÜLLER.example', 'info@müller.example'],
  ['o\u2019neill@example.org', "o'neill@example.org"],
  ['o\uff07neill@example.org', "o'neill@example.org"],
  ['info@mu\u0308ller.example', 'info@müller.example'],
  ['J\u00dcRGEN@example.org', 'ju\u0308rgen@example.org'],
  ['info@ｅｘａｍｐｌｅ。org', 'info@example.org'],
])('%j and %j are one address', (one, other) => {
  expect(plainEmail(one)).toBe(plainEmail(other))
})

test.each([
  ['info@müller.example', 'info@xn--mller-kva.example'],
  ['a@bücher.straße.example', 'a@xn--bcher-kva.xn--strae-oqa.example'],
  ['a@例子.广告', 'a@xn--fsqu00a.xn--4rr70v'],
  ['a@правда.рф', 'a@xn--80aafi6cg.xn--p1ai'],
  ['a@παράδειγμα.δοκιμή', 'a@xn--hxajbheg2az3al.xn--jxalpdlp'],
  ['a@مثال.إختبار', 'a@xn--mgbh0fb.xn--kgbechtv'],
  ['a@a-ü-b.example', 'a@xn--a--b-1ra.example'],
  ['a@💩.example', 'a@xn--ls8h.example'],
])('the domain of %j is %j for mail servers, and comes back from it', (own, coded) => {
  expect(asciiEmail(own)).toBe(coded)
  expect(plainEmail(coded)).toBe(own)
})
