import { expect, test } from 'vitest'
import type { ChatLine, Tone } from './chat-line.ts'
import { spacingMs, waitAfter, waitAsked } from './pace.ts'
import { countForOnePost, writePost } from './write-post.ts'

const now = new Date('2026-11-21T10:00:00Z')
const line = (words: string, tone: Tone = 'good', secondsAgo = 0): ChatLine => ({
  words,
  tone,
  happenedAt: new Date(now.getTime() - secondsAgo * 1000),
})

test('a post to Discord has the shape and the colours that spaces know, and pings no one', () => {
  const lines = [line('Bo opened Front door.'), line('Cy opened Front door.'), line('Di was not let in.', 'bad')]
  expect(writePost('discord', { lines, now })).toEqual({
    description: '',
    embeds: [
      { description: 'Bo opened Front door.\nCy opened Front door.', color: 5_025_616 },
      { description: 'Di was not let in.', color: 16_007_990 },
    ],
    allowed_mentions: { parse: [] },
  })
  expect(writePost('discord', { lines: [line('Locked.', 'notice')], now })).toMatchObject({
    embeds: [{ color: 16_750_592 }],
  })
})

test('a post to Slack is one text', () => {
  const lines = [line('Bo opened Front door.'), line('Di was not let in.', 'bad')]
  expect(writePost('slack', { lines, now })).toEqual({
    text: 'Bo opened Front door.\nDi was not let in.',
    mrkdwn: false,
  })
})

test.each([
  ['@everyone', '@\u200beveryone', '@\u200beveryone'],
  ['<@1234>', '\\<@\u200b1234\\>', '&lt;@\u200b1234&gt;'],
  ['<!channel> & co', '\\<!channel\\> & co', '&lt;!channel&gt; &amp; co'],
  ['**bold** _it_ `x` ~~y~~', '\\*\\*bold\\*\\* \\_it\\_ \\`x\\` \\~\\~y\\~\\~', '**bold** _it_ `x` ~~y~~'],
  ['[a](https://b.example)', '\\[a\\]\\(https\\://b.example\\)', '[a](https:\u200b//b.example)'],
  ['> quote', '\\> quote', '&gt; quote'],
  ['back\\slash', 'back\\\\slash', 'back\\slash'],
])('a member called %s pings no one and formats nothing', (words, discord, slack) => {
  expect(writePost('discord', { lines: [line(words)], now })).toMatchObject({ embeds: [{ description: discord }] })
  expect(writePost('slack', { lines: [line(words)], now })).toMatchObject({ text: slack })
})

test('what is said late says how late', () => {
  const lines = [line('Bo is on site.', 'good', 59), line('Cy is on site.', 'good', 125)]
  expect(writePost('slack', { lines, now })).toMatchObject({ text: 'Bo is on site.\nCy is on site. (2 min ago)' })
})

test('a rush fits into posts that the service takes', () => {
  const many = Array.from({ length: 200 }, (_, at) => line(`Member ${at} opened the door.`))
  expect(countForOnePost(many)).toBe(30)
  expect(countForOnePost(many.slice(0, 7))).toBe(7)
  const mixed = many.map((one, at) => ({ ...one, tone: at % 2 === 0 ? ('good' as const) : ('bad' as const) }))
  expect(countForOnePost(mixed)).toBe(10)
  expect(countForOnePost(many.map((one) => ({ ...one, words: 'x'.repeat(500) })))).toBeLessThanOrEqual(7)
  expect(countForOnePost([line('*'.repeat(500))])).toBe(1)
})

test('waits grow with failures, up to half an hour', () => {
  expect([1, 2, 3, 4, 9].map(waitAfter)).toEqual([5_000, 15_000, 45_000, 135_000, 1_800_000])
  expect(waitAsked(0.5)).toBe(spacingMs)
  expect(waitAsked(17)).toBe(17_000)
  expect(waitAsked(1e9)).toBe(1_800_000)
})
