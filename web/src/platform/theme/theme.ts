import { createTheme, rem, type DefaultMantineColor, type MantineColorsTuple } from '@mantine/core'
import type { SiteConfig } from '@spacekeeper/contract/home/shapes.ts'
import { shades } from './colours.ts'

declare module '@mantine/core' {
  export interface MantineThemeColorsOverride {
    colors: Record<DefaultMantineColor | 'primary' | 'toolbar' | 'accent' | 'amber', MantineColorsTuple>
  }
}

type SiteColours = { primary: string; toolbar: string; accent: string; dark: string }
const defaults: SiteColours = { primary: '#278ab0', toolbar: '#0461b1', accent: '#189ab4', dark: '#313131' }

const gray: MantineColorsTuple = [
  ...(['#fbfaf8', '#f5f3f0', '#eae7e4', '#dbd9d5', '#c0bdb9'] as const),
  ...(['#8d8982', '#6b6862', '#5a5854', '#3f3d3a', '#313131'] as const),
]
const green: MantineColorsTuple = [
  ...(['#eefbf0', '#ddf4e0', '#bbe6c3', '#8cd19a', '#5cb572'] as const),
  ...(['#3b9555', '#1d763b', '#0f662f', '#065424', '#00421a'] as const),
]
const amber: MantineColorsTuple = [
  ...(['#fff5ea', '#fde9d3', '#f5d2ab', '#e9b271', '#d18e35'] as const),
  ...(['#b17000', '#895706', '#764a05', '#613b00', '#4c2e01'] as const),
]
const red: MantineColorsTuple = [
  ...(['#fff4f2', '#ffe6e3', '#fecbc4', '#fda297', '#f66d62'] as const),
  ...(['#d24d45', '#ac302b', '#982421', '#7e1918', '#650f0f'] as const),
]

const isHex = (colour: string) => /^#[0-9a-f]{6}$/i.test(colour)
const pick = (given: string, usual: string) => (isHex(given) ? given : usual)

/** A colour that is none falls back to the specification's, so that a broken setting breaks no page. */
const coloursOf = ({ theme }: SiteConfig): SiteColours => ({
  primary: pick(theme.themePrimary, defaults.primary),
  toolbar: pick(theme.themeToolbar, defaults.toolbar),
  accent: pick(theme.themeAccent, defaults.accent),
  dark: pick(theme.themeDark, defaults.dark),
})

/** A dialog's head is no second banner of the page. */
const plainHead = { header: { role: 'presentation' } }

/** A press beside a dialog that stays open leaves the focus in it. */
const overlayProps = { onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault() }

/**
 * The heights of a button: `xs` 36 px for a tool beside other things, `sm` 44 px (the usual one, which a finger hits),
 * `lg` 48 px for the one button of a page. `xs` and `lg` take the rest of their look from `sm` and `md`.
 */
const buttonSize = (size: unknown) => {
  const height =
    typeof size === 'string'
      ? new Map([
          ['xs', 36],
          ['sm', 44],
          ['lg', 48],
        ]).get(size)
      : undefined
  if (height === undefined) return { root: {} }
  const like = size === 'lg' ? 'md' : 'sm'
  return {
    root: {
      '--button-height': rem(height),
      '--button-padding-x': `var(--button-padding-x-${like})`,
      '--button-fz': `var(--mantine-font-size-${like})`,
    },
  }
}

/** global.css marks them: the mark is then no part of the words of the label. */
const unmarked = { withAsterisk: false }

/** By name only: importing the components here would put them all into the first page. */
const components = {
  ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 36 } },
  Autocomplete: { defaultProps: unmarked },
  Button: {
    defaultProps: { size: 'sm' },
    styles: { label: { fontWeight: 550 } },
    vars: (_: unknown, { size }: { size?: unknown }) => buttonSize(size),
  },
  Card: { defaultProps: { withBorder: true, radius: 'lg', padding: 'var(--card-room)', shadow: 'xs' } },
  Checkbox: { defaultProps: { radius: 'xs' } },
  Drawer: { defaultProps: { attributes: plainHead, overlayProps }, styles: { title: { fontWeight: 600 } } },
  Modal: {
    defaultProps: { radius: 'lg', padding: 'lg', shadow: 'lg', centered: true, attributes: plainHead, overlayProps },
    styles: { title: { fontWeight: 600 } },
  },
  // An invisible element in the menu, which takes the focus first, would be none of its items.
  Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
  MultiSelect: { defaultProps: { size: 'md', ...unmarked } },
  NativeSelect: { defaultProps: { size: 'md', ...unmarked } },
  NumberInput: { defaultProps: { size: 'md', ...unmarked } },
  PasswordInput: { defaultProps: { size: 'md', ...unmarked } },
  Progress: { defaultProps: { size: 8, radius: 'xl' } },
  Select: { defaultProps: { size: 'md', ...unmarked } },
  Switch: { defaultProps: { size: 'md' } },
  Tabs: { defaultProps: { keepMounted: false } },
  TextInput: { defaultProps: { size: 'md', ...unmarked } },
  Textarea: { defaultProps: unmarked },
  Tooltip: { defaultProps: { openDelay: 400, events: { hover: true, focus: true, touch: false } } },
}

const lookOf = (dark: string) => ({
  primaryColor: 'primary',
  primaryShade: 6 as const,
  autoContrast: true,
  luminanceThreshold: 0.3,
  white: '#ffffff',
  black: dark,
  fontFamily: "'Inter Variable', 'Inter fallback', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  fontSizes: { xs: rem(14), sm: rem(14), md: rem(16), lg: rem(20), xl: rem(24) },
  lineHeights: { xs: '1.43', sm: '1.43', md: '1.5', lg: '1.4', xl: '1.25' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: rem(16), lineHeight: '1.5' },
      h2: { fontSize: rem(16), lineHeight: '1.5' },
      h3: { fontSize: rem(14), lineHeight: '1.43' },
    },
  },
  spacing: { xs: rem(8), sm: rem(12), md: rem(16), lg: rem(24), xl: rem(32) },
  radius: { xs: rem(4), sm: rem(8), md: rem(10), lg: rem(16), xl: rem(24) },
  defaultRadius: 'md',
  shadows: {
    xs: '0 1px 2px rgb(49 49 49 / .05)',
    sm: '0 1px 3px rgb(49 49 49 / .07)',
    md: '0 8px 24px rgb(49 49 49 / .12)',
    lg: '0 16px 48px rgb(49 49 49 / .18)',
    xl: '0 24px 64px rgb(49 49 49 / .24)',
  },
  breakpoints: { xs: '30em', sm: '48em', md: '64em', lg: '80em', xl: '96em' },
  cursorType: 'pointer' as const,
  respectReducedMotion: true,
})

/** The theme of a site. Its `dark` is the ink in the light scheme and a surface in the dark one. */
export const siteTheme = (site: SiteConfig) => {
  const given = coloursOf(site)
  const dark: MantineColorsTuple = [
    ...(['#f0eeeb', '#c5c4c1', '#a6a4a2', '#81807d', '#454443'] as const),
    ...([given.dark, '#262625', '#1b1b1a', '#151412', '#0e0d0b'] as const),
  ]
  const primary = shades(given.primary)
  const colors = {
    primary,
    toolbar: shades(given.toolbar),
    accent: shades(given.accent),
    gray,
    green,
    amber,
    red,
    dark,
  }
  return createTheme({ ...lookOf(given.dark), colors, components })
}
