import { assertionsOf, commentsOf } from './source.ts'
import { isSource, sources, type Check } from './tree.ts'

const lintDirective = /\b(?:oxlint|eslint)-disable(?:-next-line|-line)?\b(.*)/
const otherDirective = /(?:@ts-(?:expect-error|ignore|nocheck)|\b(?:oxfmt|prettier)-ignore|\bv8 ignore \w+)\b(.*)/
const shortestReason = 8

/** What follows ` -- ` in a directive of the linter, or all that follows any other. */
function reasonIn(comment: string): string | undefined {
  const [, rest] = lintDirective.exec(comment) ?? []
  const reason = rest === undefined ? otherDirective.exec(comment)?.[1] : (rest.split(/\s--\s/)[1] ?? '')
  return reason?.replace('*/', '').trim()
}

/** A suppressed rule carries its reason on the same line. */
export const reasonedSuppressions: Check = (tree) =>
  sources(tree).flatMap(([path, text]) =>
    commentsOf(text).flatMap((comment) => {
      const reason = reasonIn(comment.text)
      if (reason === undefined || reason.length >= shortestReason) return []
      return [`${path}:${comment.line}: a suppression without its reason (after " -- " for the linter)`]
    }),
  )

/** `as` stands in a small named helper, with its reason on the line or at most two lines above. */
export const reasonedAssertions: Check = (tree) =>
  sources(tree).flatMap(([path, text]) => {
    const comments = commentsOf(text)
    const explained = (line: number) => comments.some(({ lastLine }) => lastLine <= line && lastLine >= line - 2)
    const unexplained = assertionsOf(text).filter((line) => !explained(line))
    return unexplained.map((line) => `${path}:${line}: "as" without a comment that says why it is safe`)
  })

const unfinished = /\b(?:TO-?DO|FIX-?ME|XXX)\b/

export const nothingUnfinished: Check = (tree) =>
  [...tree].flatMap(([path, text]) => {
    if (path.endsWith('.json') || path.endsWith('.gen.ts')) return []
    const pieces = isSource(path)
      ? commentsOf(text)
      : text.split('\n').map((line, at) => ({ line: at + 1, text: line }))
    const marked = pieces.filter((piece) => unfinished.test(piece.text))
    return marked.map(({ line, text: piece }) => `${path}:${line}: unfinished work: ${piece.trim()}`)
  })
