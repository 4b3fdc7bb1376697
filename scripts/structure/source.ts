/** Comments, strings, templates and regular expressions, in this order of trying. */
const notCode =
  /\/\/.*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`|(?<=[(=:,[!&|?{};]\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n])+\/[a-z]*/g

const spaces = (text: string) => text.replace(/[^\n]/g, ' ')
const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length

/** The text with everything blanked that is not code. Quotes, lengths and lines stay where they are. */
export const codeOf = (text: string) =>
  text.replace(notCode, (part) => {
    const isComment = part.startsWith('//') || part.startsWith('/*')
    return isComment ? spaces(part) : part.charAt(0) + spaces(part.slice(1, -1)) + part.slice(-1)
  })

/** The text with comments blanked; strings and templates, which may hold SQL, stay. */
export const codeKeepingStrings = (text: string) =>
  text.replace(notCode, (part) => (part.startsWith('//') || part.startsWith('/*') ? spaces(part) : part))

export type Comment = { line: number; lastLine: number; text: string }

export const commentsOf = (text: string): Comment[] =>
  [...text.matchAll(notCode)]
    .filter(([part]) => part.startsWith('//') || part.startsWith('/*'))
    .map(({ 0: part, index }) => ({
      line: lineAt(text, index),
      lastLine: lineAt(text, index + part.length),
      text: part,
    }))

export type Import = { specifier: string; typeOnly: boolean }

const importStatement =
  /\b(?:import|export)\s+(type\b)?[\w\s{},*$]*?\bfrom\s*['"](?<named> *)['"]|\bimport\s*\(?\s*['"](?<bare> *)['"]/dg

/** What a file imports or passes on, static and dynamic. */
export const importsOf = (text: string): Import[] =>
  [...codeOf(text).matchAll(importStatement)].flatMap((match) => {
    const [from, to] = match.indices?.groups?.['named'] ?? match.indices?.groups?.['bare'] ?? []
    return from === undefined ? [] : [{ specifier: text.slice(from, to), typeOnly: match[1] === 'type' }]
  })

const renamed = /\b(?:import|export)\s+(?:type\s+)?(?:[\w$]+\s*,\s*)?(?:\{[^}]*\}|\*\s+as\s+[\w$]+)/g
const assertion = /[\w)\]}'"`>]\s+as\s+(?!const\b)[A-Za-z{([]/g
const remappedKey = /\[\s*\w+\s+in\s[^\]]*$/

/** The lines with a type assertion other than `as const`. */
export function assertionsOf(text: string): number[] {
  const code = codeOf(text).replace(renamed, spaces)
  return [...code.matchAll(assertion)]
    .filter(({ index }) => !remappedKey.test(code.slice(0, index + 1)))
    .map(({ index }) => lineAt(code, index))
}
