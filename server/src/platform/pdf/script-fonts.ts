import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { z } from 'zod'
import type { ShapedFont } from './shaped-font.ts'

const { resolve } = createRequire(import.meta.url)

/**
 * The families of Noto Sans for the scripts that the portal's own font has no letters of, in the order they are asked in.
 * Chinese and Japanese names share the simplified Chinese one, and the traditional one has the rarer characters.
 */
const families = (
  'arabic armenian bengali devanagari ethiopic georgian gujarati gurmukhi hebrew kannada khmer lao malayalam myanmar ' +
  'sinhala tamil telugu thai sc tc kr'
).split(' ')

/** Parts that every family has a file of as well, and the portal's own font has whole. */
const isOwnPart = (part: string) => /^(latin|cyrillic|greek|vietnamese|math|symbols)/.test(part)

type FontFile = { path: string; ranges: readonly (readonly [number, number])[] }

const rangesOf = (list: string) =>
  list.split(',').map((range) => {
    const [from = 0, to = from] = range
      .slice('U+'.length)
      .split('-')
      .map((code) => Number.parseInt(code, 16))
    return [from, to] as const
  })

const readFamily = async (family: string): Promise<FontFile[]> => {
  const home = `@fontsource-variable/noto-sans-${family}`
  const text = await readFile(resolve(`${home}/unicode.json`), 'utf8')
  const parts = Object.entries(z.record(z.string(), z.string()).parse(JSON.parse(text)))
  return parts
    .filter(([part]) => !isOwnPart(part))
    .map(([part, list]) => ({
      path: `${home}/files/noto-sans-${family}-${part.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`,
      ranges: rangesOf(list),
    }))
}

let files: Promise<FontFile[]> | undefined

/** Which file says that it has which characters; read when a text first needs one. */
const listFiles = () => (files ??= Promise.all(families.map(readFamily)).then((lists) => lists.flat()))

const loadTools = async () => {
  const [{ default: subsetFont }, { shapedFont }] = await Promise.all([
    import('subset-font'),
    import('./shaped-font.ts'),
  ])
  return { subsetFont, shapedFont }
}

/** Letters that HarfBuzz makes of others and of joiners: the parts of a letter, a space without width. */
const withParts = (text: string) => `${text}${text.normalize('NFKD')}${text.normalize('NFC')} \u200C\u200D`

/**
 * A font for each character that one has, cut out of the files of its script in one weight. What a file says it has is
 * not always in it, so the next is asked then.
 */
export const cutFonts = async (characters: ReadonlySet<string>, weight: number): Promise<Map<string, ShapedFont>> => {
  const fonts = new Map<string, ShapedFont>()
  if (characters.size === 0) return fonts
  const [all, { subsetFont, shapedFont }] = await Promise.all([listFiles(), loadTools()])
  const has = ({ ranges }: FontFile, code: number) => ranges.some(([from, to]) => code >= from && code <= to)
  let open = [...characters].map((character) => ({
    character,
    places: all.filter((file) => has(file, character.codePointAt(0) ?? 0)),
  }))
  for (let round = 1; open.length > 0; round += 1) {
    const byFile = Map.groupBy(open, ({ places }) => places[0])
    const next: typeof open = []
    for (const [file, entries] of byFile) {
      if (!file) continue
      const text = entries.map(({ character }) => character).join('')
      const source = await readFile(resolve(file.path))
      const bytes = await subsetFont(source, withParts(text), { targetFormat: 'sfnt', variationAxes: { wght: weight } })
      const font = shapedFont(bytes, `${file.path.replace(/^.*\/|-wght.*$/g, '')}-${weight}-${round}`)
      for (const { character, places } of entries) {
        if (font.has(character)) fonts.set(character, font)
        else next.push({ character, places: places.slice(1) })
      }
    }
    open = next
  }
  return fonts
}
