import { Anchor, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { SiteView } from '@spacekeeper/contract/openid/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { refreshAfter } from '#platform/api/refresh.ts'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import { removeSite, openidSiteQuery } from './api.ts'
import { SiteLoginsCard } from './logins-card.tsx'
import { loadSitesWords } from './page-words.ts'
import { SecretDialog } from './secret-dialog.tsx'
import { TypeInCard } from './site-card.tsx'
import { SiteDialog } from './site-dialog.tsx'

const Fact = ({ label, children }: { label: string; children: string }) => (
  <Stack gap={0}>
    <Text size="sm" c="dimmed">
      {label}
    </Text>
    <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{children}</Text>
  </Stack>
)

const RemoveDialog = ({ site, onClose }: { site: SiteView; onClose: () => void }) => {
  const { t } = useTranslation('openid')
  const navigate = useNavigate()
  return (
    <ConfirmDialog
      title={t('removeTitle', { name: site.name })}
      text={t('removeText')}
      action={t('remove')}
      isDangerous
      run={() =>
        refreshAfter(async () => {
          await removeSite({ siteId: site.id })
          notify.done({ text: t('removed', { name: site.name }) })
          await navigate({ to: '/manage/sso' })
        })
      }
      onClose={onClose}
    />
  )
}

const FactsCard = ({ site }: { site: SiteView }) => {
  const { t } = useTranslation('openid')
  const [open, setOpen] = useState<'edit' | 'secret' | 'remove' | null>(null)
  const close = () => setOpen(null)
  return (
    <Card component="section" aria-labelledby="facts">
      <Stack gap="md">
        <Stack gap={2}>
          <Title order={2} id="facts">
            {site.name}
          </Title>
          <Anchor href={site.address}>{site.address}</Anchor>
        </Stack>
        <Fact label={t('factRedirects')}>{site.redirectUris.join('\n')}</Fact>
        <Fact label={t('factStates')}>{site.states.map((state) => t(`state_${state}`)).join(', ')}</Fact>
        <Fact label={t('factTrust')}>{t(site.isTrusted ? 'factTrust_yes' : 'factTrust_no')}</Fact>
        <Group gap="xs">
          <Button onClick={() => setOpen('edit')}>{t('edit')}</Button>
          {site.isPublic ? null : (
            <Button variant="default" onClick={() => setOpen('secret')}>
              {t('renew')}
            </Button>
          )}
          <Button variant="default" onClick={() => setOpen('remove')}>
            {t('remove')}
          </Button>
        </Group>
      </Stack>
      {open === 'edit' ? <SiteDialog site={site} onClose={close} /> : null}
      {open === 'secret' ? <SecretDialog site={site} onClose={close} /> : null}
      {open === 'remove' ? <RemoveDialog site={site} onClose={close} /> : null}
    </Card>
  )
}

/** A site where members log in: what to type in there, how it is set up, and who is logged in. */
const SitePage = () => {
  const siteId = Number(Route.useParams().siteId)
  return (
    <Stack gap="md" maw={760}>
      <Page query={useQuery(openidSiteQuery(siteId))}>
        {({ site, issuer }) => (
          <>
            <FactsCard site={site} />
            <TypeInCard site={site} issuer={issuer} />
            <SiteLoginsCard siteId={siteId} />
          </>
        )}
      </Page>
    </Stack>
  )
}

export const Route = createFileRoute('/manage/sso/$siteId')({
  component: SitePage,
  loader: loadSitesWords,
  staticData: {
    title: 'openid:titleSite',
    loggedIn: true,
    staff: 'admin',
    hiddenMenu: true,
    backButton: '/manage/sso',
  },
})
