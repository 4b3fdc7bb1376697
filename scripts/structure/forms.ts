import { placeOf } from './places.ts'
import { codeOf } from './source.ts'
import { isTest, isTesting, sources, type Check } from './tree.ts'

const byHand: readonly [found: RegExp, advice: string][] = [
  [/<form\b|component="form"/, '<form>; <Form> says what the mark * means'],
  [/\bwithAsterisk\b/, 'withAsterisk; the schema says which fields are required'],
  [
    /\brequired\b(?=\s*(?:\/?>|$|[a-zA-Z]|\{\.\.\.))|\brequired=\{!?\w+\}/m,
    'required; the schema says which fields are',
  ],
]

/** Which fields of a form are required is read off its schema, and every form says what their mark means. */
export const marksOfSchemas: Check = (tree) =>
  sources(tree).flatMap(([path, text]) => {
    if (!path.startsWith('web/') || !path.endsWith('.tsx') || placeOf(path).layer !== 'domain') return []
    if (isTest(path) || isTesting(path)) return []
    const code = codeOf(text)
    return byHand.flatMap(([found, advice]) => (found.test(code) ? [`${path}: writes ${advice}`] : []))
  })
