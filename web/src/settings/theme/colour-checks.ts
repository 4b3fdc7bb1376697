import { isReadableInk, contrast, paper, inkRatio } from '@spacekeeper/contract/colours.ts'
import { reach, shades } from '#platform/theme/colours.ts'
import { settingOf } from '../setting-kind.ts'
import type { ThemeColourKey } from './draft-theme.ts'

type ColourWord =
  | 'themeMoves'
  | 'themeKeeps'
  | 'themeDarkText'
  | 'themePictures'
  | 'themePicturesKeep'
  | 'themeInkKeeps'
  | 'themeInkRefused'

type ColourFacts = { given: string; moved: string; ratio: string }

export type ColourCheck =
  | { word: null; message: string; isRefused: true }
  | { word: ColourWord; facts: ColourFacts; isRefused: boolean }

const white = '#ffffff'

const pictureRatio = 3.1

const isColour = (text: string) => settingOf('THEME_PRIMARY').schema.safeParse(text).success

const rounded = (ratio: number) => (Math.floor(ratio * 10) / 10).toFixed(1)

const said = (word: ColourWord, input: { given: number; moved?: string; ratio?: number }): ColourCheck => ({
  word,
  facts: { given: rounded(input.given), moved: input.moved ?? '', ratio: rounded(input.ratio ?? input.given) },
  isRefused: word === 'themeInkRefused',
})

const checkInk = (colour: string) => {
  return said(isReadableInk(colour) ? 'themeInkKeeps' : 'themeInkRefused', { given: contrast(colour, paper) })
}

const checkPictures = (colour: string) => {
  const given = contrast(colour, white)
  const moved = reach(colour, pictureRatio)
  if (moved === colour) return said('themePicturesKeep', { given })
  return said('themePictures', { given, moved, ratio: contrast(moved, white) })
}

const checkGround = (colour: string) => {
  const given = contrast(colour, white)
  const carries = shades(colour)[6]
  const ratio = contrast(carries, white)
  if (ratio < inkRatio) return said('themeDarkText', { given, ratio: contrast(carries, '#313131') })
  return carries === colour ? said('themeKeeps', { given }) : said('themeMoves', { given, moved: carries, ratio })
}

/** What becomes of a colour of the site: whether text can be read in it or on it, and what is used instead where not. */
export const checkColour = (key: ThemeColourKey, colour: string): ColourCheck => {
  const isInk = key === 'THEME_DARK'
  if (isInk && isColour(colour)) return checkInk(colour)
  const parsed = settingOf(key).schema.safeParse(colour)
  if (!parsed.success) return { word: null, message: parsed.error.issues[0]?.message ?? '', isRefused: true }
  return key === 'THEME_ACCENT' ? checkPictures(colour) : checkGround(colour)
}
