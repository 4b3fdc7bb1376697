/** Colours of wall displays; `evening` is dark from evening to morning. */
export const displaySchemes = ['light', 'dark', 'evening'] as const

export type DisplayScheme = (typeof displaySchemes)[number]

export const displaySchemeWords: Record<DisplayScheme, string> = {
  light: 'Light',
  dark: 'Dark',
  evening: 'Dark from 19:00 to 7:00',
}

/** Dark from the first of these hours, until the second. */
export const darkHours = { from: 19, until: 7 } as const

export const mostSlides = 50

export const slideSeconds = { least: 5, most: 120 } as const

/** A display shows no more of each than can be read from across a room. */
export const mostOnPanel = { openings: 5, meetings: 3, names: 36, devices: 8 } as const

/** Why a device is out of order. */
export const brokenWhys = ['locked', 'unsafe', 'reported'] as const

export type BrokenWhy = (typeof brokenWhys)[number]
