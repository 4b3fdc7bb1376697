import { isTest, type Tree } from './tree.ts'

export type ScreenText = {
  path: string
  line: number
  key: string
  value: string
  /** Keys of the same file. */
  siblings: ReadonlySet<string>
}

const isTextFile = (path: string) => /^web\/src\/.*\btext\.ts$/.test(path) && !isTest(path)

const entry = /^ {2,}(?:(\w+)|'([^'\n]+)'):\s+(?:'((?:\\.|[^'\\\n])*)'|"((?:\\.|[^"\\\n])*)"|`((?:\\.|[^`\\])*)`),?$/gm

const textsOf = (path: string, text: string): ScreenText[] => {
  const found = [...text.matchAll(entry)]
  const keyOf = ([, bare, quoted]: RegExpMatchArray) => bare ?? quoted ?? ''
  const siblings = new Set(found.map(keyOf))
  return found.map((match) => ({
    path,
    line: text.slice(0, match.index).split('\n').length,
    key: keyOf(match),
    value: match[3] ?? match[4] ?? match[5] ?? '',
    siblings,
  }))
}

/** The words of the screens: every text of a `text.ts`. */
export const textsIn = (tree: Tree): ScreenText[] =>
  [...tree].flatMap(([path, text]) => (isTextFile(path) ? textsOf(path, text) : []))
