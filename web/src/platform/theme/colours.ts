import type { MantineColorsTuple } from '@mantine/core'
import { channelsOf, contrast } from '@spacekeeper/contract/colours.ts'

/** Lightness, chroma and hue in OKLCH, where equal steps look equal. */
type Lch = [lightness: number, chroma: number, hue: number]

const toByte = (linear: number) => {
  const encoded = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055
  return Math.round(Math.min(1, Math.max(0, encoded)) * 255)
}

const toOklch = (hex: string): Lch => {
  const [r, g, b] = channelsOf(hex)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const redGreen = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const blueYellow = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    Math.hypot(redGreen, blueYellow),
    Math.atan2(blueYellow, redGreen),
  ]
}

/** Chroma gives way until the colour fits sRGB, so that lightness and hue stay. */
const toHex = ([lightness, chroma, hue]: Lch): string => {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  const isOutside = linear.some((value) => value < -0.0005 || value > 1.0005)
  if (chroma > 0.001 && isOutside) return toHex([lightness, chroma * 0.95, hue])
  return `#${linear.map((value) => toByte(value).toString(16).padStart(2, '0')).join('')}`
}

/** The nearest darker colour that reaches this contrast with white. */
export const reach = (hex: string, ratio: number): string => {
  const [lightness, chroma, hue] = toOklch(hex)
  let reached = hex
  for (let l = lightness; contrast(reached, '#ffffff') < ratio && l > 0; l -= 0.004) reached = toHex([l, chroma, hue])
  return reached
}

/** Ten shades of a site colour: 0 to 4 tints, 5 as given, 6 carries text, 7 to 9 are text on tints. */
export const shades = (given: string): MantineColorsTuple => {
  const [lightness, chroma, hue] = toOklch(given)
  const text = reach(given, 4.8)
  const [textLightness, textChroma] = toOklch(text)
  const isLight = contrast(given, '#313131') >= 6.5 // keeps its colour and carries dark text
  const tint = (target: number, share: number, steps: number) =>
    toHex([Math.max(target, Math.min(0.99, lightness + 0.02 * steps)), chroma * share, hue])
  return [
    tint(0.975, 0.12, 5),
    tint(0.945, 0.22, 4),
    tint(0.89, 0.42, 3),
    tint(0.81, 0.68, 2),
    tint(0.72, 0.9, 1),
    given,
    isLight ? given : text,
    toHex([textLightness - 0.06, textChroma, hue]),
    toHex([textLightness - 0.13, textChroma * 0.95, hue]),
    toHex([textLightness - 0.2, textChroma * 0.85, hue]),
  ]
}
