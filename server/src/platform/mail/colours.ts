const channel = (hex: string) => {
  const part = Number.parseInt(hex, 16) / 255
  return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

const luminance = (colour: string) =>
  0.2126 * channel(colour.slice(1, 3)) + 0.7152 * channel(colour.slice(3, 5)) + 0.0722 * channel(colour.slice(5, 7))

const contrast = (a: number, b: number) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)

/** The colour of letters on a ground (all as `#rrggbb`): white or the site's dark, whichever is easier to read. */
export const lettersOn = (ground: string, dark: string): string => {
  const below = luminance(ground)
  return contrast(below, 1) >= contrast(below, luminance(dark)) ? '#ffffff' : dark
}
