import { Anchor, Button, Card, Group, Stack, Text } from '@mantine/core'
import type { SiteView } from '@spacekeeper/contract/openid/shapes.ts'
import { siteKindWords } from '@spacekeeper/contract/openid/words.ts'
import { IconLogin2, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMutation } from '#platform/api/use-mutation.ts'
import { formatNumber, formatSince } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Empty, Page } from '#platform/ui/page.tsx'
import { LoginProvidersCard } from '../auth/providers/login-providers-card.tsx'
import { sitesQuery, startTest } from './api.ts'
import { SigningKeysCard } from './keys-card.tsx'
import { loadSitesWords } from './page-words.ts'
import { SiteDialog } from './site-dialog.tsx'
import rows from '#platform/ui/list-rows.module.css'

const TestButton = () => {
  const { t } = useTranslation('openid')
  const { mutate, isPending } = useMutation({
    mutationFn: () => startTest(),
    onSuccess: ({ address }) => globalThis.location.assign(address),
    onError: (error) => notify.failed(error),
  })
  return (
    <Button variant="default" loading={isPending} onClick={() => mutate()}>
      {t('test')}
    </Button>
  )
}

const SiteRow = ({ site }: { site: SiteView }) => {
  const { t } = useTranslation('openid')
  const { logins, lastUsedAt } = site
  const facts = [
    siteKindWords[site.kind],
    logins === 0 ? t('logins_zero') : t('logins', { count: logins, formatted: formatNumber(logins) }),
    lastUsedAt === null ? t('neverUsed') : t('lastUsed', { when: formatSince(lastUsedAt) }),
  ]
  return (
    <li className={rows.row}>
      <span className={rows.words}>
        <Anchor
          fw={500}
          renderRoot={(props) => <Link to="/manage/sso/$siteId" params={{ siteId: String(site.id) }} {...props} />}
        >
          {site.name}
        </Anchor>
        <Text size="sm" c="dimmed">
          {facts.join(', ')}
        </Text>
      </span>
    </li>
  )
}

/** Sites where members log in with their account here. */
const SitesPage = () => {
  const { t } = useTranslation('openid')
  const navigate = useNavigate()
  const [isNew, setNew] = useState(false)
  const button = (
    <Group gap="xs">
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setNew(true)}>
        {t('newSite')}
      </Button>
      <TestButton />
    </Group>
  )
  return (
    <Stack gap="md" maw={760}>
      <Page
        query={useQuery(sitesQuery)}
        isEmpty={({ sites }) => sites.length === 0}
        empty={<Empty title={t('emptyTitle')} text={t('emptyText')} action={button} />}
      >
        {({ sites }) => (
          <>
            <Text c="dimmed">{t('intro')}</Text>
            {button}
            <Card>
              <ul className={rows.list} aria-label={t('list')}>
                {sites.map((site) => (
                  <SiteRow key={site.id} site={site} />
                ))}
              </ul>
            </Card>
          </>
        )}
      </Page>
      <Text size="sm" c="dimmed">
        {t('discourseHint')}{' '}
        <Anchor
          inherit
          underline="always"
          renderRoot={(props) => <Link to="/manage/settings" hash="ENABLE_DISCOURSE_SSO_PROTOCOL" {...props} />}
        >
          {t('toSettings')}
        </Anchor>
      </Text>
      <SigningKeysCard />
      <LoginProvidersCard />
      {isNew ? (
        <SiteDialog
          site={null}
          onAdded={(siteId) => void navigate({ to: '/manage/sso/$siteId', params: { siteId: String(siteId) } })}
          onClose={() => setNew(false)}
        />
      ) : null}
    </Stack>
  )
}

export const Route = createFileRoute('/manage/sso')({
  component: SitesPage,
  loader: loadSitesWords,
  staticData: {
    title: 'openid:titleSites',
    loggedIn: true,
    staff: 'admin',
    menu: { group: 'admin', icon: IconLogin2, order: 95 },
  },
})
