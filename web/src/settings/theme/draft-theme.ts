import type { SiteConfig } from '@spacekeeper/contract/home/shapes.ts'
import { settings } from '@spacekeeper/contract/index.ts'
import { defaultSite } from '#platform/session/site.ts'
import type { KnownSetting } from '../fields/use-setting-field.ts'

/** The colours of a site as they are tried. */
export type DraftTheme = {
  THEME_PRIMARY: string
  THEME_TOOLBAR: string
  THEME_ACCENT: string
  THEME_DARK: string
  THEME_FILL_TOOLBAR: boolean
}

export type ThemeColourKey = Exclude<keyof DraftTheme, 'THEME_FILL_TOOLBAR'>

export const colourKeys = ['THEME_PRIMARY', 'THEME_TOOLBAR', 'THEME_ACCENT', 'THEME_DARK'] as const

export const themeKeys = [...colourKeys, 'THEME_FILL_TOOLBAR'] as const satisfies readonly (keyof DraftTheme)[]

export const themeDefaults: DraftTheme = {
  THEME_PRIMARY: settings.THEME_PRIMARY.default,
  THEME_TOOLBAR: settings.THEME_TOOLBAR.default,
  THEME_ACCENT: settings.THEME_ACCENT.default,
  THEME_DARK: settings.THEME_DARK.default,
  THEME_FILL_TOOLBAR: settings.THEME_FILL_TOOLBAR.default,
}

export const themeColours = (known: readonly KnownSetting[]): DraftTheme => {
  const valueOf = (key: keyof DraftTheme) => known.find((one) => one.key === key)?.value
  const colour = (key: ThemeColourKey) => {
    const value = valueOf(key)
    return typeof value === 'string' ? value : themeDefaults[key]
  }
  return {
    THEME_PRIMARY: colour('THEME_PRIMARY'),
    THEME_TOOLBAR: colour('THEME_TOOLBAR'),
    THEME_ACCENT: colour('THEME_ACCENT'),
    THEME_DARK: colour('THEME_DARK'),
    THEME_FILL_TOOLBAR: valueOf('THEME_FILL_TOOLBAR') === true,
  }
}

/** The configuration of a site that has these colours. */
export const siteWith = (theme: DraftTheme): SiteConfig => ({
  ...defaultSite,
  theme: {
    themePrimary: theme.THEME_PRIMARY,
    themeToolbar: theme.THEME_TOOLBAR,
    themeAccent: theme.THEME_ACCENT,
    themeDark: theme.THEME_DARK,
    fillToolbar: theme.THEME_FILL_TOOLBAR,
  },
})
