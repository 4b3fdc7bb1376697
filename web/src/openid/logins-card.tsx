import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { SiteLogin } from '@spacekeeper/contract/openid/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { refreshOnRefusal } from '#platform/api/refresh.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { formatSince } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { MemberLink } from '#platform/shell/member-link.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import { endSiteLogin, siteLoginsQuery } from './api.ts'
import rows from '#platform/ui/list-rows.module.css'

const most = 500

const LoginRow = ({ siteId, login: { memberId, name, lastUsedAt } }: { siteId: number; login: SiteLogin }) => {
  const { t } = useTranslation('openid')
  const { mutate, isPending } = useMutation({
    mutationFn: () => endSiteLogin({ siteId, memberId }),
    onSuccess: () => notify.done({ text: t('loginEnded', { name }) }),
    onError: (error) => notify.failed(error),
    onSettled: refreshOnRefusal('openid'),
  })
  return (
    <li className={rows.row}>
      <span className={rows.words}>
        <MemberLink id={memberId}>{name}</MemberLink>
        <Text size="sm" c="dimmed">
          {t('lastUsed', { when: formatSince(lastUsedAt) })}
        </Text>
      </span>
      <Button
        size="xs"
        variant="default"
        loading={isPending}
        aria-label={t('endLoginWhich', { name })}
        onClick={() => mutate()}
      >
        {t('endLogin')}
      </Button>
    </li>
  )
}

/** Members who are logged in at a site, with a way to end each login. */
export const SiteLoginsCard = ({ siteId }: { siteId: number }) => {
  const { t } = useTranslation('openid')
  const [limit, setLimit] = useState(50)
  return (
    <Page query={useQuery(siteLoginsQuery({ siteId, limit }))}>
      {({ logins, total }) => (
        <Card component="section" aria-labelledby="logins">
          <Stack gap="sm">
            <Title order={2} id="logins">
              {t('loginsTitle')}
            </Title>
            {logins.length === 0 ? <Text c="dimmed">{t('loginsEmpty')}</Text> : null}
            <ul className={rows.list}>
              {logins.map((login) => (
                <LoginRow key={login.memberId} siteId={siteId} login={login} />
              ))}
            </ul>
            {total > logins.length ? (
              <Group gap="sm">
                <Text size="sm" c="dimmed">
                  {t('loginsShown', { shown: logins.length, total })}
                </Text>
                {limit < most ? (
                  <Button variant="default" size="xs" onClick={() => setLimit(most)}>
                    {t('more')}
                  </Button>
                ) : null}
              </Group>
            ) : null}
          </Stack>
        </Card>
      )}
    </Page>
  )
}
