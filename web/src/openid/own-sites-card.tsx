import { Anchor, Button, Card, Stack, Text, Title } from '@mantine/core'
import type { OwnSite } from '@spacekeeper/contract/openid/shapes.ts'
import { scopeWords } from '@spacekeeper/contract/openid/words.ts'
import { useQuery } from '@tanstack/react-query'
import { refreshOnRefusal } from '#platform/api/refresh.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { formatSince } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { ownSitesQuery, withdrawSite } from './api.ts'
import rows from '#platform/ui/list-rows.module.css'

const SiteRow = ({ site }: { site: OwnSite }) => {
  const { t } = useTranslation('openid')
  const { mutate, isPending } = useMutation({
    mutationFn: () => withdrawSite({ siteId: site.siteId }),
    onSuccess: () => notify.done({ text: t('ended', { name: site.name }) }),
    onError: (error) => notify.failed(error),
    onSettled: refreshOnRefusal('openid'),
  })
  const what = site.scopes.map((scope) => scopeWords[scope]).join(', ')
  return (
    <li className={rows.row}>
      <span className={rows.words}>
        <Anchor href={site.address} fw={500}>
          {site.name}
        </Anchor>
        <Text size="sm" c="dimmed">
          {site.loggedInAt === null ? t('ownOver') : t('ownFacts', { when: formatSince(site.lastUsedAt) })}
        </Text>
        <Text size="sm" c="dimmed">
          {t('ownLearns', { what })}
        </Text>
      </span>
      <Button
        size="xs"
        variant="default"
        loading={isPending}
        aria-label={t('endWhich', { name: site.name })}
        onClick={() => mutate()}
      >
        {t('end')}
      </Button>
    </li>
  )
}

/** Where the member is logged in with the account here; nothing for those who never were. */
export const OwnSitesCard = () => {
  const { t } = useTranslation('openid')
  const { data } = useQuery(ownSitesQuery)
  if (!data || data.sites.length === 0) return null
  return (
    <Card component="section" aria-labelledby="own-sites">
      <Stack gap={2}>
        <Title order={2} id="own-sites">
          {t('ownTitle')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('ownText')}
        </Text>
      </Stack>
      <ul className={rows.list}>
        {data.sites.map((site) => (
          <SiteRow key={site.siteId} site={site} />
        ))}
      </ul>
    </Card>
  )
}
