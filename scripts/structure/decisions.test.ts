import { expect, test } from 'vitest'
import { blamed } from './blamed.testing.ts'
import { currentDecisionIndex, numberedDecisions, soundDecisions, writeDecisionIndex } from './decisions.ts'

const at = (name: string) => `docs/decisions/${name}.md`
const treeOf = (files: Record<string, string>) => new Map(Object.entries(files))

const whole = '**Decided.** It is so.\n\n**Why.** So.\n\n**Why not** otherwise: no.\n\n**Costs.** Little.\n'

test('two decisions of one number, and a title with another, are found', () => {
  const one = { [at('0001-a')]: '# 1. A', [at('0002-b')]: '# 2. B' }
  expect(blamed(numberedDecisions, one)).toEqual([])
  expect(blamed(numberedDecisions, { ...one, [at('0002-c')]: '# 2. C' })).toEqual([at('0002-c')])
  expect(blamed(numberedDecisions, { ...one, [at('0003-c')]: '# 2. C' })).toEqual([at('0003-c')])
})

test('a record that does not say what it is about, and whether it holds, is found', () => {
  const line = (state: string) => blamed(soundDecisions, { [at('0001-a')]: `# 1. A\n\n${state}\n\n**Decided.** So.\n` })
  expect(line('Subject: money · In force')).toEqual([])
  for (const wrong of ['**Why.** So.', 'Subject: money', 'Subject: cheese · In force', 'Subject: money · Outdated']) {
    expect(line(wrong)).toEqual([at('0001-a')])
  }
})

test('a record is replaced or amended by a later one that is there', () => {
  const tree = (state: string) =>
    treeOf({
      [at('0001-a')]: '# 1. A\n\nSubject: money · In force\n',
      [at('0002-b')]: `# 2. B\n\nSubject: money · ${state}\n`,
    })
  expect(soundDecisions(tree('Replaced by 0003'))).toEqual([`${at('0002-b')}: there is no later record 0003`])
  expect(soundDecisions(tree('In force, amended by 0001'))).toEqual([`${at('0002-b')}: there is no later record 0001`])
})

test('a new record says what was decided, why, why not otherwise, and what it costs', () => {
  const tree = (number: string, text: string) =>
    treeOf({ [at(`${number}-a`)]: `# ${Number(number)}. A\n\nSubject: money · In force\n\n${text}` })
  expect(soundDecisions(tree('0077', whole))).toEqual([])
  expect(soundDecisions(tree('0077', whole.replace('**Costs.**', 'Costs:')))).toEqual([
    `${at('0077-a')}: has no **Costs.**`,
  ])
  expect(soundDecisions(tree('0076', '**Decided.** So.\n'))).toEqual([])
})

test('the index lists records by subject with their state, and an old index is found', () => {
  const records = {
    [at('0001-doors')]: '# 1. Doors\n\nSubject: doors and devices · In force, amended by 0003\n',
    [at('0002-cash')]: '# 2. Cash\n\nSubject: money · Replaced by 0003\n',
    [at('0003-cards')]: '# 3. Cards\n\nSubject: money · In force\n',
  }
  const text = writeDecisionIndex(treeOf(records))
  expect(text.slice(text.indexOf('## '))).toBe(`## Doors and devices

- [0001](0001-doors.md) Doors: in force, amended by [0003](0003-cards.md)

## Money

- [0002](0002-cash.md) Cash: replaced by [0003](0003-cards.md)
- [0003](0003-cards.md) Cards: in force
`)
  expect(blamed(currentDecisionIndex, { ...records, [at('README')]: text })).toEqual([])
  expect(blamed(currentDecisionIndex, { ...records, [at('README')]: '' })).toEqual([at('README')])
})
