import { useDeferredValue, useState } from 'react'
import { Box, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { settings, type SettingGroup, type SettingKey } from '@spacekeeper/contract/settings.ts'
import type { SettingState } from '@spacekeeper/contract/site.ts'
import { Empty, Page } from '#platform/ui/page.tsx'
import { SearchField } from '#platform/ui/search-field.tsx'
import { settingsQuery } from './api.ts'
import { themeKeys } from './draft-theme.ts'
import { settingOf, titleOf } from './setting-kind.ts'
import { SettingRow } from './setting-row.tsx'
import { ThemeForm } from './theme-form.tsx'
import type { KnownSetting } from './use-setting-field.ts'
import classes from './settings.module.css'

const groups = [
  { name: 'general', word: 'groupGeneral' },
  { name: 'theme', word: 'groupTheme' },
  { name: 'contact', word: 'groupContact' },
  { name: 'features', word: 'groupFeatures' },
  { name: 'signup', word: 'groupSignup' },
  { name: 'payments', word: 'groupPayments' },
  { name: 'messages', word: 'groupMessages' },
  { name: 'chat', word: 'groupChat' },
] as const satisfies readonly { name: SettingGroup; word: string }[]

const isKey = (key: string): key is SettingKey => Object.hasOwn(settings, key)
/** A newer server may know settings that this page does not. */
const isKnown = (setting: SettingState): setting is KnownSetting => isKey(setting.key)
const isTheme = (key: SettingKey) => themeKeys.some((one) => one === key)

const matches = (key: SettingKey, words: string) => {
  const all = `${key} ${titleOf(key)} ${settingOf(key).help}`.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word))
}

/** Every setting of the site, in groups, each saved by itself. */
const SettingsPage = () => {
  const { t } = useTranslation('settings')
  const query = useQuery(settingsQuery)
  const [typed, setTyped] = useState('')
  const words = useDeferredValue(typed.trim())
  const all = (query.data?.settings ?? []).filter(isKnown)
  const found = all.filter(({ key }) => matches(key, words))
  const shown = groups
    .map((group) => ({ ...group, found: found.filter(({ key }) => settingOf(key).group === group.name) }))
    .filter((group) => group.found.length > 0)
  return (
    <Stack gap="md">
      <Group gap="sm" justify="space-between">
        <Box w={{ base: '100%', sm: 324 }}>
          <SearchField value={typed} onChange={setTyped} label={t('search')} />
        </Box>
        <Text size="sm" c="dimmed" role="status">
          {query.data ? t('found', { count: found.length }) : null}
        </Text>
      </Group>
      <Page
        query={query}
        isEmpty={() => shown.length === 0}
        empty={
          <Empty
            title={t('noneTitle', { text: words })}
            text={t('noneText')}
            action={
              <Button variant="default" onClick={() => setTyped('')}>
                {t('showAll')}
              </Button>
            }
          />
        }
      >
        {() => (
          <div className={classes.columns}>
            <nav aria-label={t('groups')} className={classes.groups}>
              <ul>
                {shown.map(({ name, word }) => (
                  <li key={name}>
                    <a href={`#settings-${name}`}>{t(word)}</a>
                  </li>
                ))}
              </ul>
            </nav>
            <Stack gap="md">
              {shown.map((group) => (
                <GroupCard key={group.name} name={group.name} title={t(group.word)} found={group.found} all={all} />
              ))}
            </Stack>
          </div>
        )}
      </Page>
    </Stack>
  )
}

type Props = { name: SettingGroup; title: string; found: readonly KnownSetting[]; all: readonly KnownSetting[] }

const GroupCard = ({ name, title, found, all }: Props) => {
  const rows = found.filter(({ key }) => !isTheme(key))
  return (
    <Card component="section" id={`settings-${name}`} aria-labelledby={`title-${name}`} className={classes.group ?? ''}>
      <Title order={2} id={`title-${name}`}>
        {title}
      </Title>
      {found.length > rows.length ? (
        <div className={classes.themeBox}>
          <ThemeForm known={all.filter(({ key }) => isTheme(key))} />
        </div>
      ) : null}
      {rows.length > 0 ? (
        <ul className={classes.rows}>
          {rows.map((setting) => (
            <SettingRow key={setting.key} setting={setting} />
          ))}
        </ul>
      ) : null}
    </Card>
  )
}

export const Route = createFileRoute('/manage/settings')({
  component: SettingsPage,
  staticData: {
    title: 'settings:titleSettings',
    loggedIn: true,
    staff: 'settings',
    menu: { group: 'admin', icon: IconSettings, order: 100 },
  },
})
