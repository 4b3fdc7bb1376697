/** The surface that text in the site's dark colour stands on. */
export const paper = '#fbfaf8'
/** What text needs against its ground by WCAG 2.2 AA. */
export const inkRatio = 4.5

const toLinear = (byte: number) => (byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4)

/** Red, green and blue of a colour as `#rrggbb`, in linear light. */
export const channelsOf = (hex: string): [red: number, green: number, blue: number] => [
  toLinear(parseInt(hex.slice(1, 3), 16)),
  toLinear(parseInt(hex.slice(3, 5), 16)),
  toLinear(parseInt(hex.slice(5, 7), 16)),
]

const luminance = (hex: string) => {
  const [r, g, b] = channelsOf(hex)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** The contrast ratio of WCAG between two colours as `#rrggbb`. */
export const contrast = (a: string, b: string): number => {
  const [x, y] = [luminance(a) + 0.05, luminance(b) + 0.05]
  return x > y ? x / y : y / x
}

/** Whether text in this colour can be read on the pages. Other colours of the site are moved until they can. */
export const isReadableInk = (colour: string): boolean => contrast(colour, paper) >= inkRatio
