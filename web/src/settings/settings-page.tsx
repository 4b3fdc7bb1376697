import { Stack, Group, Box, Text, Button, Card, Title } from '@mantine/core'
import { hasWords } from '@spacekeeper/contract/fold-text.ts'
import { type SettingKey, settings } from '@spacekeeper/contract/index.ts'
import type { SettingGroup } from '@spacekeeper/contract/setting.ts'
import type { ChatState, SettingState } from '@spacekeeper/contract/settings/shapes.ts'
import { setElsewhere, settingWords } from '@spacekeeper/contract/settings/words.ts'
import { IconSettings } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useLocation } from '@tanstack/react-router'
import { useState, useDeferredValue, useEffect, useMemo } from 'react'
import { RequiredMarks } from '#platform/form/required-marks.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { Page, Empty } from '#platform/ui/page.tsx'
import { SearchField } from '#platform/ui/search-field.tsx'
import { chatsQuery, settingsQuery } from './api.ts'
import type { KnownSetting } from './fields/use-setting-field.ts'
import { GroupList } from './group-list.tsx'
import { titleOf, settingOf } from './setting-kind.ts'
import { isWebhook, SettingRow } from './setting-row.tsx'
import { themeKeys } from './theme/draft-theme.ts'
import { ThemeForm } from './theme/theme-form.tsx'
import { signInStateOf } from './visit-rule-question.ts'
import classes from './settings.module.css'

const groups = [
  { name: 'general', word: 'groupGeneral' },
  { name: 'theme', word: 'groupTheme' },
  { name: 'contact', word: 'groupContact' },
  { name: 'features', word: 'groupFeatures' },
  { name: 'signup', word: 'groupSignup' },
  { name: 'payments', word: 'groupPayments' },
  { name: 'meetings', word: 'groupMeetings' },
  { name: 'messages', word: 'groupMessages' },
  { name: 'chat', word: 'groupChat' },
  { name: 'directory', word: 'groupDirectory' },
  { name: 'privacy', word: 'groupPrivacy' },
  { name: 'backups', word: 'groupBackups' },
] as const satisfies readonly { name: SettingGroup; word: string }[]

const isKey = (key: string): key is SettingKey => Object.hasOwn(settings, key)

/** A newer server may know settings that this page does not. */
const isKnown = (setting: SettingState): setting is KnownSetting => isKey(setting.key)

const isBuilt = ({ key }: KnownSetting) => settingOf(key).isUnbuilt !== true

const isTheme = (key: SettingKey) => themeKeys.some((one) => one === key)

const matches = (key: SettingKey, words: string) =>
  hasWords(`${key} ${titleOf(key)} ${settingOf(key).help} ${settingWords[key] ?? ''}`, words)

/** What its address names: a group, a setting, or one of the colours, which stand in a form together. */
const placeOf = (hash: string) =>
  document.getElementById(hash) ?? (isKey(hash) && isTheme(hash) ? document.getElementById('settings-theme') : null)

/** Goes to the setting an address names, once it is there, and puts the keyboard into it. */
const useNamedPlace = (isThere: boolean) => {
  const { hash } = useLocation()
  useEffect(() => {
    const place = isThere && hash !== '' ? placeOf(hash) : null
    if (!place) return
    place.scrollIntoView()
    if (isKey(hash)) place.querySelector<HTMLElement>('input, textarea, select, button')?.focus({ preventScroll: true })
  }, [hash, isThere])
}

/** Every setting of the site, in groups, each saved by itself. */
const SettingsPage = () => {
  const { t } = useTranslation('settings')
  const query = useQuery(settingsQuery)
  const { text: wanted = '' } = Route.useSearch()
  const [typed, setTyped] = useState(wanted)
  const [lastWanted, setLastWanted] = useState(wanted)
  if (wanted !== lastWanted) {
    setLastWanted(wanted)
    setTyped(wanted)
  }
  const words = useDeferredValue(typed.trim())
  const settingStates = query.data?.settings
  const all = useMemo(() => (settingStates ?? []).filter(isKnown).filter(isBuilt), [settingStates])
  const hasWebhook = all.some(({ key, isSet }) => isSet && isWebhook(key))
  const chats = useQuery({ ...chatsQuery, enabled: hasWebhook }).data?.chats ?? []
  const isAdmin = useProfile()?.admin === true
  const found = all.filter(({ key }) => matches(key, words))
  const elsewhere = words === '' ? [] : setElsewhere.filter((one) => hasWords(`${one.title} ${one.words}`, words))
  const shown = groups
    .map(({ name, word }) => ({
      name,
      title: t(word),
      found: found.filter(({ key }) => settingOf(key).group === name),
    }))
    .filter((group) => group.found.length > 0)
  useNamedPlace(query.data !== undefined)
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
        isEmpty={() => shown.length + elsewhere.length === 0}
        empty={
          <Empty
            title={t('noneTitle', { text: words })}
            text={t('noneText')}
            action={
              <Button size="xs" variant="default" onClick={() => setTyped('')}>
                {t('showAll')}
              </Button>
            }
          />
        }
      >
        {() => (
          <div className={classes.columns}>
            <GroupList groups={shown} />
            <Stack gap="md">
              {elsewhere.map(({ title, text }) => (
                <Card key={title}>
                  <Text fw={500}>{title}</Text>
                  <Text size="sm">{text}</Text>
                </Card>
              ))}
              {shown.map((group) => (
                <GroupCard
                  key={group.name}
                  name={group.name}
                  title={group.title}
                  found={group.found}
                  all={all}
                  chats={chats}
                  isAdmin={isAdmin}
                />
              ))}
            </Stack>
          </div>
        )}
      </Page>
    </Stack>
  )
}

type Props = {
  name: SettingGroup
  title: string
  found: readonly KnownSetting[]
  all: readonly KnownSetting[]
  chats: readonly ChatState[]
  isAdmin: boolean
}

const GroupCard = ({ name, title, found, all, chats, isAdmin }: Props) => {
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
        <>
          <RequiredMarks mt="sm" mb={0} />
          <ul className={classes.rows}>
            {rows.map((setting) => (
              <SettingRow
                key={setting.key}
                setting={setting}
                signIn={signInStateOf(all)}
                chats={chats}
                isAdmin={isAdmin}
              />
            ))}
          </ul>
        </>
      ) : null}
    </Card>
  )
}

export const Route = createFileRoute('/manage/settings')({
  component: SettingsPage,
  validateSearch: ({ text }: Record<string, unknown>): { text?: string } =>
    typeof text === 'string' && text !== '' ? { text: text.slice(0, 100) } : {},
  staticData: {
    title: 'settings:titleSettings',
    loggedIn: true,
    staff: 'settings',
    menu: { group: 'admin', icon: IconSettings, order: 100 },
  },
})
