import { Stack, Title, Text, Switch, Group, Button, ColorInput } from '@mantine/core'
import { useState, type SyntheticEvent } from 'react'
import { errorText } from '#platform/api/error-text.ts'
import { refreshAfter } from '#platform/api/refresh.ts'
import { Form } from '#platform/form/form.tsx'
import { requiredBy } from '#platform/form/required-fields.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { restoreSetting, saveSetting } from '../api.ts'
import type { KnownSetting } from '../fields/use-setting-field.ts'
import { titleOf, settingOf } from '../setting-kind.ts'
import { checkColour, type ColourCheck } from './colour-checks.ts'
import {
  themeColours,
  type DraftTheme,
  themeKeys,
  colourKeys,
  themeDefaults,
  type ThemeColourKey,
} from './draft-theme.ts'
import { ThemePreviewCard } from './theme-preview-card.tsx'
import classes from '../settings.module.css'

const restoreAll = (before: readonly KnownSetting[]) =>
  refreshAfter(async () => {
    for (const one of before) await restoreSetting(one)
  }).catch(notify.failed)

/** The colours of the site: tried on the preview beside them, and everybody's once they are saved. */
export const ThemeForm = ({ known }: { known: readonly KnownSetting[] }) => {
  const { t } = useTranslation('settings')
  const stored = themeColours(known)
  const [draft, setDraft] = useState<Partial<DraftTheme>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const theme: DraftTheme = { ...stored, ...draft }
  const changed = themeKeys.filter((key) => theme[key] !== stored[key])
  const checks = colourKeys.map((key) => ({ key, check: checkColour(key, theme[key]) }))
  const isRefused = checks.some(({ check }) => check.isRefused)
  const save = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (isRefused) return
    const before = known.filter(({ key }) => changed.some((one) => one === key))
    setBusy(true)
    setFailure(null)
    try {
      await refreshAfter(async () => {
        for (const key of changed) await saveSetting({ key, value: theme[key] })
      })
      setDraft({})
      notify.done({ text: t('themeSaved'), undo: () => void restoreAll(before) })
    } catch (error) {
      setFailure(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Form onSubmit={(event) => void save(event)} className={classes.theme}>
      <Stack gap="md">
        <div>
          <Title order={3} fz="md">
            {t('themeTitle')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('themeText')}
          </Text>
        </div>
        {checks.map(({ key, check }) => (
          <ColourField
            key={key}
            name={key}
            value={theme[key]}
            check={check}
            onChange={(value) => setDraft({ ...draft, [key]: value })}
          />
        ))}
        <Switch
          label={titleOf('THEME_FILL_TOOLBAR')}
          description={settingOf('THEME_FILL_TOOLBAR').help}
          checked={theme.THEME_FILL_TOOLBAR}
          onChange={(event) => setDraft({ ...draft, THEME_FILL_TOOLBAR: event.currentTarget.checked })}
        />
        <FormError>{failure}</FormError>
        <Group gap="xs">
          <Button size="xs" type="submit" loading={isBusy} disabled={changed.length === 0 || isRefused}>
            {t('themeSave')}
          </Button>
          <Button size="xs" variant="default" disabled={changed.length === 0} onClick={() => setDraft({})}>
            {t('themeDiscard')}
          </Button>
          <Button size="xs" variant="subtle" onClick={() => setDraft(themeDefaults)}>
            {t('themeDefaults')}
          </Button>
        </Group>
      </Stack>
      <ThemePreviewCard theme={theme} />
    </Form>
  )
}

type ThemeFieldProps = { name: ThemeColourKey; value: string; check: ColourCheck; onChange: (value: string) => void }

const ColourField = ({ name, value, check, onChange }: ThemeFieldProps) => {
  const { t } = useTranslation('settings')
  const words = check.word === null ? check.message : t(check.word, check.facts)
  return (
    <ColorInput
      {...requiredBy(settingOf(name).schema)}
      size="md"
      format="hex"
      withEyeDropper={false}
      label={titleOf(name)}
      description={check.isRefused ? settingOf(name).help : `${settingOf(name).help} ${words}`}
      error={check.isRefused ? words : null}
      value={value}
      onChange={onChange}
    />
  )
}
