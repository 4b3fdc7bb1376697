import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const source = fileURLToPath(
  import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2', import.meta.url),
)
const styleSheet = join(import.meta.dirname, 'src/platform/theme/global.css')
const folder = join(import.meta.dirname, '../node_modules/.cache/fonts')

/** Marks, pairs that stand closer, and digits of one width. Left out: other shapes of letters, fractions and the like. */
const features = ['ccmp', 'kern', 'locl', 'mark', 'mkmk', 'tnum']

/** All characters of the style sheet's `unicode-range`. */
const charactersOf = (css: string): string => {
  const [, ranges] = /'Inter Variable'[^}]*unicode-range:([^;]+);/.exec(css) ?? []
  if (ranges === undefined) throw new Error(`${styleSheet} has no unicode-range for Inter Variable.`)
  return ranges
    .split(',')
    .flatMap((range) => {
      const [from = 0, to = from] = range
        .trim()
        .slice(2)
        .split('-')
        .map((code) => Number.parseInt(code, 16))
      return Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at))
    })
    .join('')
}

/**
 * `inter-latin.woff2` in style sheets: the letters, weights and features that screens use of the font, which is half of it.
 * Every first visit waits for it.
 */
export const fontSubset = (): Plugin => ({
  name: 'font-subset',
  config: async () => {
    const path = join(folder, 'inter-latin.woff2')
    const font = await subsetFont(readFileSync(source), charactersOf(readFileSync(styleSheet, 'utf8')), {
      targetFormat: 'woff2',
      variationAxes: { wght: { min: 400, max: 700 } },
      keepFeatures: features,
    })
    mkdirSync(folder, { recursive: true })
    writeFileSync(path, font)
    return { resolve: { alias: { 'inter-latin.woff2': path } } }
  },
})
