import type { LabelDrawing } from '@spacekeeper/contract/labels/shapes.ts'
import type { LabelSize } from '@spacekeeper/contract/labels/words.ts'
import { type FittedText, fitText, type MeasureText } from './fit-text.ts'

export type Label = {
  size: LabelSize
  /** What it is, as large as there is room: a name, a number. */
  title: string
  lines: readonly string[]
  /** The address of the thing's page, absolute: what the QR code leads to. */
  code: string
  /** At the foot, beside the code: such as the name of the space. */
  small?: string
}

type LabelText = LabelDrawing['texts'][number]

const mm = 72 / 25.4
const margin = 3.5 * mm
/** Its white edge reaches into the margin. */
const codeEdge = 1 * mm
const gap = 1.5 * mm
const lineHeight = 1.22
/** From the top of a line to where its letters stand. */
const rise = 0.95

const looks = {
  roll62: {
    width: 62 * mm,
    code: 30 * mm,
    title: { most: 44, least: 13, maxLines: 3, maxHeight: 66 },
    lines: { most: 13, least: 9 },
  },
  card100x60: {
    width: 100 * mm,
    code: 34 * mm,
    title: { most: 56, least: 15, maxLines: 3, maxHeight: 58 },
    lines: { most: 15, least: 8 },
  },
} as const

const cardHeight = 60 * mm

type PlacedTexts = { texts: LabelText[]; bottom: number }

/** Sets lines under each other from `top`. */
const place = (fitted: FittedText, at: { top: number; isStrong: boolean; measure: MeasureText }): PlacedTexts => {
  const { size, lines } = fitted
  const texts = lines.map((text, row) => ({
    text,
    x: margin,
    baseline: at.top + row * size * lineHeight + size * rise,
    size,
    width: at.measure(text, at.isStrong) * size,
    isStrong: at.isStrong,
  }))
  return { texts, bottom: at.top + lines.length * size * lineHeight }
}

/** Every line in the same size, four rows at most for each, as large as the height allows; what has no room is left out. */
const placeLines = (
  lines: readonly string[],
  at: { top: number; bottom: number; width: number; most: number; least: number; measure: MeasureText },
): PlacedTexts => {
  const setIn = (size: number) =>
    lines.map((text) =>
      fitText({ text, width: at.width, most: size, least: size, maxLines: 4, isStrong: false }, at.measure),
    )
  const heightOf = (fitted: FittedText[]) =>
    fitted.reduce((sum, one) => sum + one.lines.length * one.size * lineHeight, 0)
  let size = at.most
  while (size > at.least) {
    const fitted = setIn(size)
    if (heightOf(fitted) <= at.bottom - at.top && !fitted.some((one) => one.isCut)) break
    size -= 0.5
  }
  const placed: PlacedTexts = { texts: [], bottom: at.top }
  for (const one of setIn(size)) {
    const next = place(one, { top: placed.bottom, isStrong: false, measure: at.measure })
    if (next.bottom > at.bottom) break
    placed.texts.push(...next.texts)
    placed.bottom = next.bottom
  }
  return placed
}

const smallSize = 8

/** At the foot, left of the code, its last row at `bottom`. */
const placeSmall = (text: string, at: { bottom: number; width: number; measure: MeasureText }): PlacedTexts => {
  const fitted = fitText(
    { text, width: at.width, most: smallSize, least: smallSize - 2, maxLines: 3, isStrong: false },
    at.measure,
  )
  const height = fitted.lines.length * fitted.size * lineHeight
  const { texts } = place(fitted, { top: at.bottom - height, isStrong: false, measure: at.measure })
  return { texts, bottom: at.bottom - height }
}

/**
 * Where everything stands on a label: the title across, below it the lines, and the code at the lower right. A roll is
 * cut where the label ends; on a card the lines stand beside the code.
 */
export const layOutLabel = (label: Label, measure: MeasureText): LabelDrawing => {
  const look = looks[label.size]
  const isRoll = label.size === 'roll62'
  const across = look.width - 2 * margin
  const beside = look.width - margin - gap - look.code - codeEdge
  const title = place(fitText({ text: label.title, width: across, ...look.title, isStrong: true }, measure), {
    top: margin * 0.8,
    isStrong: true,
    measure,
  })
  const codeBottom = cardHeight - codeEdge
  const small = isRoll
    ? undefined
    : label.small && placeSmall(label.small, { bottom: cardHeight - margin, width: beside, measure })
  const lines = placeLines(label.lines, {
    top: title.bottom + gap * 0.7,
    bottom: isRoll ? Number.POSITIVE_INFINITY : small ? small.bottom - gap : cardHeight - margin,
    width: isRoll ? across : beside,
    ...look.lines,
    measure,
  })
  const codeTop = isRoll ? lines.bottom : codeBottom - look.code
  const height = isRoll ? codeTop + look.code + codeEdge : cardHeight
  const foot =
    isRoll && label.small ? placeSmall(label.small, { bottom: height - margin, width: beside, measure }) : small
  return {
    width: look.width,
    height,
    texts: [...title.texts, ...lines.texts, ...(foot ? foot.texts : [])],
    code: { address: label.code, x: look.width - codeEdge - look.code, y: codeTop, side: look.code },
  }
}
