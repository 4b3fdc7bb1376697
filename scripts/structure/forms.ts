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

const typedField =
  /<(?:TextInput|Textarea|PasswordField|PasswordInput|NumberInput|Autocomplete|ColorInput|FileInput|PinInput|TagsInput|Select|MultiSelect|CodeField|MemberPicker|VisitorNamePicker)\b/g

/** Where a tag that opens here ends: braces within may hold tags of their own. */
const endOfTag = (code: string, start: number): number => {
  let depth = 0
  for (let at = start; at < code.length; at += 1) {
    const sign = code.charAt(at)
    if (sign === '{') depth += 1
    else if (sign === '}') depth -= 1
    else if (sign === '>' && depth === 0 && code.charAt(at - 1) !== '=') return at
  }
  return code.length
}

/** How a field can come by its mark: from its form, from a rule, from what is above it. Others cannot be empty, or say why. */
const marked =
  /\{\.\.\.(?:[\w.]*\bfield\(|requiredBy\(|(?:props|field)\})|\brequired=|\breadOnly\b|allowDeselect=\{false\}|type="search"|\/\/ Unmarked: \S/

const unmarkedFields = (text: string): number => {
  const code = codeOf(text)
  const isShared = (tag: string) => /\{\.\.\.\w+\}/.test(tag) && code.includes('requiredBy(')
  return [...code.matchAll(typedField)].filter(({ index }) => {
    const tag = text.slice(index, endOfTag(code, index))
    return !marked.test(tag) && !isShared(tag)
  }).length
}

const isFilter = (path: string) => path.endsWith('filter-form.tsx')

/** Which fields are required is read off the schema, and every form and card of them says what their mark means. */
export const marksOfSchemas: Check = (tree) =>
  sources(tree).flatMap(([path, text]) => {
    if (!path.startsWith('web/') || !path.endsWith('.tsx') || placeOf(path).layer !== 'domain') return []
    if (isTest(path) || isTesting(path)) return []
    const code = codeOf(text)
    const count = isFilter(path) ? 0 : unmarkedFields(text)
    return [
      ...byHand.flatMap(([found, advice]) => (found.test(code) ? [`${path}: writes ${advice}`] : [])),
      ...(count > 0 ? [`${path}: has ${count} fields without requiredBy(…) or "// Unmarked: why" in their tag`] : []),
      ...(code.includes('<SavedTextField') && !code.includes('<RequiredMarks')
        ? [`${path}: has fields that save themselves; <RequiredMarks> says what the mark * means`]
        : []),
    ]
  })
