import type { CSSVariablesResolver, MantineTheme } from '@mantine/core'
import { contrast } from '@spacekeeper/contract/colours.ts'
import { reach } from './colours.ts'

const tones = ['primary', 'accent', 'green', 'amber', 'red'] as const

/** ink: text on a surface or tint. pic: marks, meters, charts. tint: a quiet background. line: its edge. */
const toneVariables = ({ colors }: MantineTheme, isDark: boolean) => {
  const variables: Record<string, string> = {}
  for (const tone of tones) {
    const shade = colors[tone]
    const mix = (percent: number) => `color-mix(in srgb, ${shade[7]} ${percent}%, ${colors.dark[6]})`
    variables[`--${tone}-ink`] = isDark ? shade[3] : shade[7]
    variables[`--${tone}-pic`] = isDark ? shade[4] : reach(shade[5], 3.1)
    variables[`--${tone}-tint`] = isDark ? mix(20) : shade[0]
    variables[`--${tone}-line`] = isDark ? mix(50) : shade[2]
  }
  return variables
}

const light = (theme: MantineTheme): Record<string, string> => {
  const { gray, primary, red } = theme.colors
  return {
    '--canvas': gray[0],
    '--surface': '#ffffff',
    '--sunken': gray[1],
    '--hover': '#f8f6f3',
    '--line': gray[2],
    '--line-strong': gray[5],
    '--ink': theme.black,
    '--dim': gray[6],
    '--mantine-color-body': gray[0],
    '--mantine-color-text': theme.black,
    '--mantine-color-dimmed': gray[6],
    '--mantine-color-placeholder': '#76726b',
    '--mantine-color-default-border': gray[3],
    '--mantine-color-anchor': primary[7],
    '--mantine-color-error': red[6],
    '--mantine-color-primary-light': primary[1],
    '--mantine-color-primary-light-hover': primary[2],
    '--mantine-color-primary-light-color': primary[8],
    '--series-1': reach(primary[5], 3.1),
    '--series-2': gray[5],
    '--series-3': primary[8],
    ...toneVariables(theme, false),
  }
}

const dark = (theme: MantineTheme): Record<string, string> => {
  const { dark: d, primary, red } = theme.colors
  const tint = (percent: number) => `color-mix(in srgb, ${primary[5]} ${percent}%, ${d[6]})`
  return {
    '--canvas': d[7],
    '--surface': d[6],
    '--sunken': '#202020',
    '--hover': '#2b2b2a',
    '--line': '#363635',
    '--line-strong': d[3],
    '--ink': d[0],
    '--dim': d[2],
    '--mantine-color-body': d[7],
    '--mantine-color-text': d[0],
    '--mantine-color-dimmed': d[2],
    '--mantine-color-placeholder': '#9a9895',
    '--mantine-color-default-border': d[4],
    '--mantine-color-anchor': primary[3],
    '--mantine-color-error': red[3],
    '--mantine-color-primary-light': tint(24),
    '--mantine-color-primary-light-hover': tint(32),
    '--mantine-color-primary-light-color': primary[2],
    '--series-1': primary[4],
    '--series-2': d[3],
    '--series-3': primary[6],
    ...toneVariables(theme, true),
  }
}

/** The colours of the mocks as CSS variables, for both schemes. */
export const variables: CSSVariablesResolver = (theme) => {
  const { primary, toolbar } = theme.colors
  return {
    variables: {
      '--toolbar': toolbar[6],
      '--toolbar-deep': toolbar[8],
      '--on-toolbar': contrast(toolbar[6], '#ffffff') >= 4.5 ? '#ffffff' : theme.black,
      '--mantine-color-primary-filled-hover': `color-mix(in oklab, ${primary[6]} 88%, black)`,
    },
    light: light(theme),
    dark: dark(theme),
  }
}
