import { NativeSelect, Stack } from '@mantine/core'
import { keyAreas, type KeyArea, type ScriptScope } from '@spacekeeper/contract/api-keys/words.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'

const levels = ['None', 'Read', 'Write', 'Both'] as const

type Level = (typeof levels)[number]

const levelOf = (area: KeyArea, chosen: readonly ScriptScope[]): Level => {
  const [reads, writes] = [chosen.includes(`${area}:read`), chosen.includes(`${area}:write`)]
  if (reads && writes) return 'Both'
  return reads ? 'Read' : writes ? 'Write' : 'None'
}

const scopesAt = (area: KeyArea, level: Level): ScriptScope[] => [
  ...(level === 'Read' || level === 'Both' ? ([`${area}:read`] as const) : []), // the template is wanted
  ...(level === 'Write' || level === 'Both' ? ([`${area}:write`] as const) : []), // the template is wanted
]

type ScopesFieldProps = {
  /** What this member may choose. */
  offered: readonly ScriptScope[]
  value: readonly ScriptScope[]
  onChange: (scopes: ScriptScope[]) => void
}

/** For each area what a key may do there: nothing, read, change, or both. */
export const ScopesField = ({ offered, value, onChange }: ScopesFieldProps) => {
  const { t } = useTranslation('apiKeys')
  const areas = keyAreas.filter((area) => offered.some((scope) => scope.startsWith(`${area}:`)))
  const choose = (area: KeyArea, level: string) => {
    const others = value.filter((scope) => !scope.startsWith(`${area}:`))
    onChange([...others, ...scopesAt(area, levels.find((one) => one === level) ?? 'None')])
  }
  return (
    <Stack gap="sm">
      {areas.map((area) => (
        <NativeSelect
          key={area}
          label={t(`area.${area}`)}
          description={t(`areaHint.${area}`)}
          value={levelOf(area, value)}
          onChange={({ currentTarget }) => choose(area, currentTarget.value)}
          data={levels
            .filter((level) => scopesAt(area, level).every((scope) => offered.includes(scope)))
            .map((level) => ({ value: level, label: t(`area${level}`) }))}
        />
      ))}
    </Stack>
  )
}
