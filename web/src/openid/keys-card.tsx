import { Button, Card, Code, Group, Stack, Switch, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { formatSince } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'
import { keysQuery, makeKey } from './api.ts'
import rows from '#platform/ui/list-rows.module.css'

const marks = { next: 'waiting', current: 'fine', old: 'none' } as const

const MakeKeyDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('openid')
  const [isUrgent, setUrgent] = useState(false)
  return (
    <ConfirmDialog
      title={t('makeKeyTitle')}
      text={t('makeKeyText')}
      action={t('makeKey')}
      isDangerous={isUrgent}
      run={async () => {
        await makeKey({ isUrgent })
        notify.done({ text: t('keyMade') })
      }}
      onClose={onClose}
    >
      <Switch
        checked={isUrgent}
        onChange={({ currentTarget }) => setUrgent(currentTarget.checked)}
        label={t('keyLeaked')}
        description={t('keyLeakedHint')}
      />
    </ConfirmDialog>
  )
}

/** The keys that sign what sites are told. */
export const SigningKeysCard = () => {
  const { t } = useTranslation('openid')
  const [isAsked, setAsked] = useState(false)
  return (
    <Page query={useQuery(keysQuery)}>
      {({ keys }) => (
        <Card component="section" aria-labelledby="keys">
          <Stack gap="sm">
            <Group justify="space-between">
              <Title order={2} id="keys">
                {t('keysTitle')}
              </Title>
              <Button variant="default" size="xs" onClick={() => setAsked(true)}>
                {t('makeKey')}
              </Button>
            </Group>
            <Text size="sm" c="dimmed">
              {t('keysText')}
            </Text>
            {keys.length === 0 ? <Text>{t('keysNone')}</Text> : null}
            <ul className={rows.list}>
              {keys.map(({ kid, state, changedAt }) => (
                <li key={kid} className={rows.row}>
                  <span className={rows.words}>
                    <Code>{kid}</Code>
                    <Text size="sm" c="dimmed">
                      {t('keySince', { when: formatSince(changedAt) })}
                    </Text>
                  </span>
                  <Status kind={marks[state]}>{t(`key_${state}`)}</Status>
                </li>
              ))}
            </ul>
          </Stack>
          {isAsked ? <MakeKeyDialog onClose={() => setAsked(false)} /> : null}
        </Card>
      )}
    </Page>
  )
}
