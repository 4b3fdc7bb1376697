import { expect, test } from 'vitest'
import { blamed } from './blamed.testing.ts'
import { commonWords, sentencesInTexts, shortTexts, wholeTexts } from './wording.ts'

const textFile = (...lines: string[]) =>
  `export const plansText = {\n${lines.map((line) => `  ${line},\n`).join('')}} as const\n`

test('a text of three sentences or a sentence of more than 25 words is found', () => {
  const strays = {
    'web/src/plans/text.ts': textFile("hint: 'One thing. Another thing. A third thing.'"),
    'web/src/bank/text.ts': textFile(`hint: '${'word '.repeat(26).trim()}.'`),
  }
  expect(blamed(shortTexts, strays)).toEqual(Object.keys(strays))
  expect(blamed(shortTexts, { 'web/src/plans/text.ts': textFile("hint: 'It takes 2.5 days. You can wait.'") })).toEqual(
    [],
  )
})

test('an exception that became short has to leave the list', () => {
  const list = 'scripts/structure/wording-exceptions.ts'
  expect(new Set(blamed(shortTexts, { [list]: '' }))).toEqual(new Set([list]))
})

test('odd words are found on screens', () => {
  const strays = {
    'web/src/plans/text.ts': textFile("hint: 'It changes by itself.'"),
    'web/src/bank/text.ts': textFile("hint: 'A mail says so.'"),
    'web/src/votes/text.ts': textFile("hint: 'See what becomes of it.'"),
  }
  expect(blamed(commonWords, strays)).toEqual(Object.keys(strays))
  const fine = textFile("hint: 'Write to <mail>{{mail}}</mail>.'", "none: 'There is no mail server.'")
  expect(blamed(commonWords, { 'web/src/plans/text.ts': fine })).toEqual([])
})

test('a sentence in code is found, unless it is a comment, an error for developers or a test', () => {
  const strays = {
    'web/src/plans/plan-dialog.tsx': "const schema = z.string().min(1, 'Enter the last day of it.')",
    'web/src/bank/bank-page.tsx': 'const Hint = () => <p>Nothing to see here today.</p>',
  }
  expect(blamed(sentencesInTexts, strays)).toEqual(Object.keys(strays))
  const fine = {
    'web/src/plans/plan-dialog.tsx': "// 'Enter the last day of it.'\nthrow new Error('There is no such plan here.')",
    'web/src/plans/plan.test.ts': "'Enter the last day of it.'",
  }
  expect(blamed(sentencesInTexts, fine)).toEqual([])
})

test('a text made lower case and a piece of a sentence glued to another are found', () => {
  const texts = textFile("by: 'by {{name}}'", "hint: 'You can pause.'")
  const strays = {
    'web/src/plans/plan-card.tsx': "t('state').toLowerCase()",
    'web/src/plans/plans-list.tsx': "<p>{t('by', { name })} {t('hint')}</p>",
    'web/src/plans/words.ts': 'stateWords[state].toLowerCase()',
  }
  expect(blamed(wholeTexts, { 'web/src/plans/text.ts': texts, ...strays })).toEqual(Object.keys(strays))
  const fine = { 'web/src/plans/text.ts': texts, 'web/src/plans/plan-card.tsx': "<p>{t('hint')} {t('by')}</p>" }
  expect(blamed(wholeTexts, fine)).toEqual([])
})
