import { contrast } from '@spacekeeper/contract/colours.ts'

const white = '#ffffff'

/** The colour of letters on a ground (all as `#rrggbb`): white or the site's dark, whichever is easier to read. */
export const lettersOn = (ground: string, dark: string): string =>
  contrast(ground, white) >= contrast(ground, dark) ? white : dark
