import { textsIn } from './texts.ts'
import type { Check } from './tree.ts'

const roots = 'Settings|Profile|Payments|Members|Devices|Admin tools|Tools'
const written = new RegExp(String.raw`\*\*((?:${roots}) > [^*\n]+)\*\*`, 'g')
const otherForms = new RegExp(
  String.raw`_(?:${roots})_, _[A-Z]|(?<!\w)_(?:${roots}), [A-Z]|\*\*(?:${roots}|Manage)(?:,| →) [A-Z]`,
  'g',
)

/** Guides write the way to a screen as **Settings > Payments**, in the words that the screens have. */
export const screenPaths: Check = (tree) => {
  const words = new Set(textsIn(tree).map(({ value }) => value))
  for (const [path, text] of tree)
    if (/^(?:contract\/src\/.*settings|web\/src\/(?:[^/]*-)?texts)\.ts$/.test(path))
      for (const [, word = ''] of text.matchAll(/'([A-Z][^'\n]*)'/g)) words.add(word)
  return [...tree].flatMap(([path, text]) => {
    if (!path.startsWith('docs/guide/')) return []
    return text.split('\n').flatMap((line, at) => [
      ...[...line.matchAll(written)].flatMap(([, way = '']) =>
        way
          .split(' > ')
          .filter((step) => !words.has(step))
          .map((step) => `${path}:${at + 1}: no screen says “${step}” (in “${way}”)`),
      ),
      ...[...line.matchAll(otherForms)].map(
        ([found]) => `${path}:${at + 1}: “${found}…”: write **Settings > Payments**`,
      ),
    ])
  })
}
