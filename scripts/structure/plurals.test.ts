import { expect, test } from 'vitest'
import { blamed } from './blamed.testing.ts'
import { countedTexts, pluralsByRule } from './plurals.ts'

const textFile = (...lines: string[]) =>
  `export const plansText = {\n${lines.map((line) => `  ${line},\n`).join('')}} as const\n`

test('a text with a number of things and no form for one is found', () => {
  const strays = {
    'web/src/plans/text.ts': textFile("used: 'Used {{uses}} times'"),
    'web/src/bank/mandate-text.ts': textFile("notice: 'At least {{days}} working days before'"),
    'web/src/votes/text.ts': textFile("left_one: 'One vote'"),
    'web/src/labels/text.ts': textFile("left_other: '{{count}} tickets'"),
  }
  expect(blamed(countedTexts, strays)).toEqual(Object.keys(strays))
  const fine = textFile(
    "left_one: 'One day'",
    "left_other: '{{count}} days'",
    "kind_other: 'Something else'",
    "more: '{{count}} more'",
  )
  expect(blamed(countedTexts, { 'web/src/plans/text.ts': fine })).toEqual([])
})

test('a plural chosen by hand is found', () => {
  const strays = {
    'web/src/profile/age.ts': "say(minutes === 1 ? 'One minute ago' : 'Minutes ago')",
    'server/src/bank/checks.ts': '`${count === 1 ? `One ${one}` : `${count} ${others}`}`',
  }
  expect(blamed(pluralsByRule, strays)).toEqual(Object.keys(strays))
  const fine = { 'server/src/votes/rules.ts': "const kind = seats === 1 ? 'single' : 'several'" }
  expect(blamed(pluralsByRule, fine)).toEqual([])
})
