import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { permissions } from '@spacekeeper/contract/permissions.ts'
import { IconApi, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { addTexts } from '#platform/i18n/i18n.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { isStaffFor } from '#platform/shell/guard.ts'
import { Empty, Page } from '#platform/ui/page.tsx'
import { scriptKeysQuery } from './api.ts'
import { KeysList } from './keys-list.tsx'
import { ScriptKeyDialog } from './script-key-dialog.tsx'
import { ScriptKeyRow } from './script-key-row.tsx'

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
            <KeysList label={t('scriptList')} keys={keys}>
              {(key) => <ScriptKeyRow of={key} />}
            </KeysList>
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
