import { contrast, inkRatio } from '@spacekeeper/contract/colours.ts'

const white = '#ffffff'

/** A little nearer to black. */
const darker = (colour: string) => {
  const part = (at: number) =>
    Math.floor(Number.parseInt(colour.slice(at, at + 2), 16) * 0.96)
      .toString(16)
      .padStart(2, '0')
  return `#${part(1)}${part(3)}${part(5)}`
}

/** A colour as text on white, and as a ground of white text: as given, or so much darker that it can be read. */
export const readableAs = (colour: string): string =>
  contrast(colour, white) >= inkRatio ? colour : readableAs(darker(colour))

/** A button in the colour of the site: with dark letters if those can be read on it, else with white ones on as much of it as they need. */
export const buttonColours = ({ primary, dark }: { primary: string; dark: string }) =>
  contrast(primary, dark) >= inkRatio
    ? { backgroundColor: primary, color: dark }
    : { backgroundColor: readableAs(primary), color: white }
