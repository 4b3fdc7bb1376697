import { Anchor, Button, Card, Group, Stack, Text } from '@mantine/core'
import type { ScriptKey } from '@spacekeeper/contract/api-keys/script-shapes.ts'
import { permissions } from '@spacekeeper/contract/permissions.ts'
import { IconApi, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addTexts } from '#platform/i18n/i18n.ts'
import { useProfile } from '#platform/session/session.ts'
import { isStaffFor } from '#platform/shell/guard.ts'
import { Empty, Page } from '#platform/ui/page.tsx'
import { scriptKeysQuery } from './api.ts'
import { ScriptKeyDialog } from './script-key-dialog.tsx'
import { ScriptKeyRow } from './script-key-row.tsx'
import classes from './keys.module.css'

/** The keys with which scripts of this member of staff call the API; of all staff for administrators. */
const ScriptKeysPage = () => {
  const { t } = useTranslation('apiKeys')
  const profile = useProfile()
  const query = useQuery(scriptKeysQuery)
  const [isNew, setNew] = useState(false)
  const button = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setNew(true)}>
      {t('newScriptKey')}
    </Button>
  )
  return (
    <Stack gap="md">
      <Page
        query={query}
        isEmpty={({ keys }) => keys.length === 0}
        empty={<Empty title={t('scriptEmptyTitle')} text={t('scriptEmptyText')} action={button} />}
      >
        {({ keys }) => (
          <>
            <Group justify="space-between" gap="sm">
              <Text size="sm" c="dimmed" maw={640}>
                {t('scriptIntro')}
              </Text>
              {button}
            </Group>
            <KeysList keys={keys} />
          </>
        )}
      </Page>
      <Group gap="md">
        <Anchor href="/api/docs" size="sm">
          {t('scriptDocs')}
        </Anchor>
        {isStaffFor(profile, 'devices') ? (
          <Anchor component={Link} to="/manage/devices/keys" size="sm">
            {t('deviceKeysLink')}
          </Anchor>
        ) : null}
      </Group>
      {isNew && query.data ? <ScriptKeyDialog offered={query.data.offered} onClose={() => setNew(false)} /> : null}
    </Stack>
  )
}

const KeysList = ({ keys }: { keys: readonly ScriptKey[] }) => {
  const { t } = useTranslation('apiKeys')
  const [isAll, setAll] = useState(false)
  const living = keys.filter(({ revokedAt, isExpired }) => revokedAt === null && !isExpired)
  const ended = keys.length - living.length
  return (
    <Card>
      <ul className={classes.list} aria-label={t('scriptList')}>
        {(isAll ? keys : living).map((key) => (
          <ScriptKeyRow key={key.id} of={key} />
        ))}
      </ul>
      {ended > 0 && !isAll ? (
        <Group>
          <Button variant="subtle" px={0} onClick={() => setAll(true)}>
            {t('showEnded', { count: ended })}
          </Button>
        </Group>
      ) : null}
    </Card>
  )
}

export const Route = createFileRoute('/manage/api-keys')({
  component: ScriptKeysPage,
  // Few open the page, so its words come with it.
  loader: async ({ context }) => {
    void context.queryClient.prefetchQuery(scriptKeysQuery)
    const { scriptText } = await import('./script-text.ts')
    addTexts({ apiKeys: scriptText })
  },
  staticData: {
    title: 'apiKeys:titleScriptKeys',
    loggedIn: true,
    staff: [...permissions],
    menu: { group: 'admin', icon: IconApi, order: 94 },
  },
})
